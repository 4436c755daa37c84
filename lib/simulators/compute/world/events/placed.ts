import * as z from 'zod';
import { ProjectId } from '../../../../model/ids.ts';
import { Instant } from '../../../../model/time/time.ts';

/** Makes the schema of one kind of event. */
export const event = <Kind extends string, Shape extends z.ZodRawShape>(kind: Kind, shape: Shape) =>
  z.strictObject({ kind: z.literal(kind), ...shape });

/** Ids as clients send them; the world checks them. */
export const sentVmId = z.string().brand<'VmId'>();
export const sentMachineId = z.string().brand<'MachineId'>();
export const sentId = z.string().brand<'ResourceId'>();

export const count = z.number().int().min(0);
export const words = z.record(z.string(), z.string());
export const inProject = { project: ProjectId };

/** A term of the platform from now on, or one with its end for scripts. */
const Commitment = z.union([
  z.string(),
  z.strictObject({ term: z.string(), until: Instant, isEndShown: z.boolean().default(true) }),
]);

/** The fields of everything that is created in a data center. */
export const placed = {
  ...inProject,
  dataCenter: z.string().default('gb-london-1'),
  by: z.string().default('somebody@example.com'),
  commitment: Commitment.nullable().default(null),
};
export type Placed = z.output<z.ZodObject<typeof placed>>;

/** The access to a machine. Keys and scripts may hold secrets, and are shown only for the machine itself. */
export const Access = z.strictObject({
  sshKeySource: z.string().default('SSH_KEY_SOURCE_UNKNOWN'),
  customSshKeys: z.array(z.string()).default([]),
  startScript: z.string().default(''),
});
export type Access = z.output<typeof Access>;
