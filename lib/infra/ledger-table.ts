import { RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, BillingMode, Table } from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import type { Permission } from './spendwatch-function.ts';

/**
 * The ledger. Encrypted with a key that AWS owns, as every table is: with a key of one's own, whoever
 * deletes the key deletes the history.
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

/** Heads, and the history of every kind of target. */
const targets = ['shard#*', 'head#*', 'project/*', 'account/*', 'group/*'];
/** Parts of heads that newer ones have replaced: all that is ever deleted. */
const parts = 'head#*';
/** What runs noted of their own blindness. */
const notes = 'noted';
/** What people have told spendwatch, and how many acts the caps have let through. */
const control = 'control';

/** What may be done with a table, by what it is used for, and to which keys: what keeps `act` within bounds is not for `watch`. */
const writing = {
  watching: { actions: ['dynamodb:PutItem'], keys: [...targets, notes] },
  acting: { actions: ['dynamodb:PutItem'], keys: [...targets, notes, control] },
  /** A report is remembered as told. */
  telling: { actions: ['dynamodb:PutItem'], keys: [control] },
};

/** What a function may do with the table of an ARN. */
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
