import type { ProjectId } from '../../model/ids.ts';

/** Free of charge. Its fields are the client's own, since neither document shows any. */
export type SecurityGroup = {
  readonly id: string;
  readonly project: ProjectId;
  readonly dataCenter: string;
  readonly fields: Readonly<Record<string, unknown>>;
};
