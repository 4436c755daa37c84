import { RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, BillingMode, Table } from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import type { Permission } from './spendwatch-function.ts';

/**
 * Creates the ledger's table. It is encrypted with the default key, which AWS owns: deleting a customer-managed key
 * would delete the history.
 */
export const ledgerTable = (scope: Construct, id: string, keep: boolean): Table =>
  new Table(scope, id, {
    partitionKey: { name: 'pk', type: AttributeType.STRING },
    sortKey: { name: 'sk', type: AttributeType.STRING },
    timeToLiveAttribute: 'expires',
    billingMode: BillingMode.PAY_PER_REQUEST,
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    deletionProtection: keep,
    removalPolicy: keep ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
  });

/** The partition keys of heads and of the history of every kind of target. */
const targets = ['shard#*', 'head#*', 'project/*', 'account/*', 'group/*'];
/** The partition keys of parts of heads, which newer parts replace. Nothing else is ever deleted. */
const parts = 'head#*';
/** The partition key of what runs note about their own blindness. */
const notes = 'noted';
/** The partition key of what machines push. */
const pushed = 'pushed';
/** The partition key of overrides and of the count of actions that the caps have let through. */
const control = 'control';

/** The write permissions of each use of the table. `watch` cannot write the control item, which holds the caps of `act`. */
const writing = {
  watching: { actions: ['dynamodb:PutItem'], keys: [...targets, notes] },
  acting: { actions: ['dynamodb:PutItem'], keys: [...targets, notes, control] },
  /** `digest` records that a report was delivered. */
  telling: { actions: ['dynamodb:PutItem'], keys: [control] },
};

/** Returns the permissions of what receives pushes: it reads and writes nothing else of the table. */
export const pushAccess = (table: string): readonly Permission[] => [
  {
    actions: ['dynamodb:GetItem', 'dynamodb:PutItem'],
    resource: table,
    conditions: { 'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': [pushed] } },
  },
];

/** Returns a function's permissions on the table with an ARN. */
export function ledgerAccess(table: string, use: keyof typeof writing): readonly Permission[] {
  const { actions, keys } = writing[use];
  const ofParts = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [parts] } };
  const conditions = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': keys } };
  return [
    { actions: ['dynamodb:GetItem', 'dynamodb:Query'], resource: table },
    { actions, resource: table, conditions },
    ...(use === 'telling'
      ? []
      : [{ actions: ['dynamodb:DeleteItem'], resource: table, conditions: ofParts }]),
  ];
}
