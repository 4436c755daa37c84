import * as z from 'zod';

const id = () => z.string().min(1);

export const ProjectId = id().brand<'ProjectId'>();
export type ProjectId = z.infer<typeof ProjectId>;
export const BillingAccountId = id().brand<'BillingAccountId'>();
export type BillingAccountId = z.infer<typeof BillingAccountId>;
export const VmId = id().brand<'VmId'>();
export type VmId = z.infer<typeof VmId>;
export const MachineId = id().brand<'MachineId'>();
export type MachineId = z.infer<typeof MachineId>;
/** Any resource's own id; unique within its project and kind. */
export const ResourceId = id().brand<'ResourceId'>();
export type ResourceId = z.infer<typeof ResourceId>;

/** What is polled, judged and committed as one: "project/ml-infra" or "account/main". */
export const TargetId = z
  .string()
  .regex(/^(project|account)\/.+$/s)
  .brand<'TargetId'>();
export type TargetId = z.infer<typeof TargetId>;
export const projectTarget = (project: ProjectId): TargetId => TargetId.parse(`project/${project}`);
export const accountTarget = (account: BillingAccountId): TargetId => TargetId.parse(`account/${account}`);

export type Target =
  | { readonly kind: 'project'; readonly id: TargetId; readonly project: ProjectId }
  | { readonly kind: 'account'; readonly id: TargetId; readonly account: BillingAccountId };

/** A target told apart by its kind. */
export function targetOf(id: TargetId): Target {
  const slash = id.indexOf('/');
  const name = id.slice(slash + 1);
  return id.startsWith('project/')
    ? { kind: 'project', id, project: ProjectId.parse(name) }
    : { kind: 'account', id, account: BillingAccountId.parse(name) };
}

export const RuleName = z.string().min(1).brand<'RuleName'>();
export type RuleName = z.infer<typeof RuleName>;

/**
 * What a rule speaks of: a target ("project/ml-infra", "account/main") or a resource in one
 * ("project/ml-infra/vm/train-7b").
 */
export const Subject = id().brand<'Subject'>();
export type Subject = z.infer<typeof Subject>;

export const MessageId = id().brand<'MessageId'>();
export type MessageId = z.infer<typeof MessageId>;
export const IntentId = id().brand<'IntentId'>();
export type IntentId = z.infer<typeof IntentId>;
export const AlertKey = id().brand<'AlertKey'>();
export type AlertKey = z.infer<typeof AlertKey>;
