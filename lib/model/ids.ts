import * as z from 'zod';
import type { ConnectionName } from './connection-name.ts';

const id = () => z.string().min(1);
/** A name of at most 250 characters: far more than platforms allow, and short enough for the ledger's keys. */
const name = () => id().max(250);

export const ProjectId = name().brand<'ProjectId'>();
export type ProjectId = z.infer<typeof ProjectId>;
export const BillingAccountId = name().brand<'BillingAccountId'>();
export type BillingAccountId = z.infer<typeof BillingAccountId>;
export const VmId = name().brand<'VmId'>();
export type VmId = z.infer<typeof VmId>;
export const MachineId = name().brand<'MachineId'>();
export type MachineId = z.infer<typeof MachineId>;
/** The id of a resource, unique within its project and kind. */
export const ResourceId = name().brand<'ResourceId'>();
export type ResourceId = z.infer<typeof ResourceId>;

export const RuleName = z.string().min(1).brand<'RuleName'>();
export type RuleName = z.infer<typeof RuleName>;

/**
 * A target, the unit of polls and commits: "project/ml-infra", "account/main", or the group of a shared rule,
 * "group/research budget"; of a connection with a name "project@eu/ml-infra", "account@eu/main".
 */
export const TargetId = z
  .string()
  .regex(/^(?:(?:project|account)(?:@[a-z0-9-]+)?|group)\/.+$/s)
  .brand<'TargetId'>();
export type TargetId = z.infer<typeof TargetId>;
export const projectTarget = (connection: ConnectionName | null, project: ProjectId): TargetId =>
  TargetId.parse(`${scoped('project', connection)}/${project}`);
export const groupTarget = (rule: RuleName): TargetId => TargetId.parse(`group/${rule}`);
export const accountTarget = (connection: ConnectionName | null, account: BillingAccountId): TargetId =>
  TargetId.parse(`${scoped('account', connection)}/${account}`);

/**
 * Returns the prefix of the ids of a connection's targets, such as "project@eu"; a glob stands for several
 * connections.
 */
export const scoped = (kind: 'project' | 'account', connection: string | null): string =>
  connection === null ? kind : `${kind}@${connection}`;

/** The connection of a target; `null` for the unnamed one. */
type ConnectionPart = { readonly connection: ConnectionName | null };

export type Target =
  | (ConnectionPart & { readonly kind: 'project'; readonly id: TargetId; readonly project: ProjectId })
  | (ConnectionPart & { readonly kind: 'account'; readonly id: TargetId; readonly account: BillingAccountId })
  | { readonly kind: 'group'; readonly id: TargetId; readonly rule: RuleName };

/** Parses a target's id, which was validated when it was made. */
export function toTarget(id: TargetId): Target {
  const slash = id.indexOf('/');
  const at = id.indexOf('@');
  const isNamed = at !== -1 && at < slash;
  const scope = id.slice(0, isNamed ? at : slash);
  const connection = isNamed ? (id.slice(at + 1, slash) as ConnectionName) : null;
  const name = nameOfTarget(id);
  if (scope === 'project') return { kind: 'project', id, connection, project: name as ProjectId };
  if (scope === 'account') return { kind: 'account', id, connection, account: name as BillingAccountId };
  return { kind: 'group', id, rule: name as RuleName };
}

/** Returns the connection of a target; `undefined` for a group, whose members may be of several. */
export function getTargetConnection(id: TargetId): ConnectionName | null | undefined {
  const target = toTarget(id);
  return target.kind === 'group' ? undefined : target.connection;
}

/** Returns the billing account that a project is charged to: a target of the same connection. */
export const toPayerTarget = (project: TargetId, account: BillingAccountId): TargetId =>
  accountTarget(getTargetConnection(project) ?? null, account);

/** Returns a target's name, without the word for its kind. */
export const nameOfTarget = (id: TargetId): string => id.slice(id.indexOf('/') + 1);

/**
 * The subject of a verdict: a target ("project/ml-infra", "account/main", "group/research budget") or a resource in one
 * ("project/ml-infra/vm/train-7b", "project@eu/ml-infra/vm/train-7b").
 */
export const Subject = id().brand<'Subject'>();
export type Subject = z.infer<typeof Subject>;

export const MessageId = id().brand<'MessageId'>();
export type MessageId = z.infer<typeof MessageId>;
export const IntentId = id().brand<'IntentId'>();
export type IntentId = z.infer<typeof IntentId>;
export const AlertKey = id().brand<'AlertKey'>();
export type AlertKey = z.infer<typeof AlertKey>;
