import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { AttributeType, BillingMode, type ITable, Table, TableEncryption } from 'aws-cdk-lib/aws-dynamodb';
import { Grant, type IGrantable } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import type { Permission } from './spendwatch-function.ts';

/**
 * Creates the ledger's table. By default it is encrypted with a key that AWS owns: deleting a customer-managed key
 * would delete the history.
 */
export const ledgerTable = (scope: Construct, id: string, keep: boolean, encryptionKey?: IKey): Table =>
  new Table(scope, id, {
    ...(encryptionKey && { encryption: TableEncryption.CUSTOMER_MANAGED, encryptionKey }),
    partitionKey: { name: 'pk', type: AttributeType.STRING },
    sortKey: { name: 'sk', type: AttributeType.STRING },
    timeToLiveAttribute: 'expires',
    billingMode: BillingMode.PAY_PER_REQUEST,
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    deletionProtection: keep,
    removalPolicy: keep ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
  });

/** The partition keys of the history of targets, in which answers are logged. */
const histories = ['project/*', 'project@*', 'account/*', 'account@*', 'group/*'];
/** The partition keys of parts of heads, which newer parts replace. Nothing else is ever deleted. */
const parts = 'head#*';
/** The partition key of notes of runs about their own blindness. */
const notes = 'noted';
/** The partition key of pushes from machines. */
const pushed = 'pushed';
/** The partition key of the count of actions that the caps have let through, and of the last good policy. */
const control = 'control';
/** The partition keys of overrides, and of the uses of links that place some. */
const overrides = 'overrides';
const usedLinks = 'used-links';

/** The partition keys of heads and of the history of every kind of target. */
const targets = ['shard#*', parts, ...histories];

/**
 * The partition keys that each use of the table puts and deletes. `watch` cannot write the control item, which holds
 * the caps of `act`.
 */
const writing = {
  /** Readers of the ledger. */
  reading: { puts: [], deletes: [] },
  /** Operators: overrides, and their audit lines. They cannot write heads, nor the control item. */
  answering: { puts: [...histories, overrides], deletes: [] },
  watching: { puts: [...targets, notes], deletes: [parts] },
  acting: { puts: [...targets, notes, control], deletes: [parts] },
  /** `digest` records that a report was delivered. */
  digesting: { puts: [control], deletes: [] },
};

/** Returns the permissions of the receiver of pushes, which cannot access other items of the table. */
export const pushAccess = (table: ITable | Table): readonly Permission[] => [
  {
    actions: ['dynamodb:GetItem', 'dynamodb:PutItem'],
    resource: table.tableArn,
    conditions: { 'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': [pushed] } },
  },
  ...listKeyPermissions(table, 'writing'),
];

/** Returns the permissions of the pages of answer links: the state of targets, and overrides with their audit lines. */
export const answerAccess = (table: ITable | Table): readonly Permission[] => [
  ...under(table, ['dynamodb:GetItem', 'dynamodb:Query'], ['shard#*', parts, control, overrides, usedLinks]),
  ...under(table, ['dynamodb:PutItem'], [...writing.answering.puts, usedLinks]),
  ...listKeyPermissions(table, 'writing'),
];

/** Returns the permissions of a use of the table. */
export function ledgerAccess(table: ITable | Table, use: keyof typeof writing): readonly Permission[] {
  const { puts, deletes } = writing[use];
  return [
    { actions: ['dynamodb:GetItem', 'dynamodb:Query'], resource: table.tableArn },
    ...under(table, ['dynamodb:PutItem'], puts),
    ...under(table, ['dynamodb:DeleteItem'], deletes),
    ...listKeyPermissions(table, puts.length > 0 ? 'writing' : 'reading'),
  ];
}

/** Grants people a use of the table. */
export function grantLedger(table: ITable | Table, grantee: IGrantable, use: 'reading' | 'answering'): Grant {
  const grants = ledgerAccess(table, use).map(({ actions, resource, conditions }) =>
    Grant.addToPrincipal({
      grantee,
      actions: [...actions],
      resourceArns: [resource],
      ...(conditions && { conditions: { ...conditions } }),
    }),
  );
  return grants.reduce((all, one) => all.combine(one));
}

/** Returns the permission of actions on items under patterns of partition keys, if there are any. */
function under(
  table: ITable | Table,
  actions: readonly string[],
  keys: readonly string[],
): readonly Permission[] {
  const conditions = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': keys } };
  return keys.length === 0 ? [] : [{ actions, resource: table.tableArn, conditions }];
}

/** The uses of a table's key, as the CDK's own grants on a table have them. */
const keyActions = {
  reading: ['kms:Decrypt'],
  writing: ['kms:Decrypt', 'kms:Encrypt', 'kms:GenerateDataKey*', 'kms:ReEncrypt*'],
};

/** Returns the permissions on the customer-managed key of a table, if it has one. */
function listKeyPermissions(table: ITable | Table, use: keyof typeof keyActions): readonly Permission[] {
  if (table.encryptionKey === undefined) return [];
  const viaService = {
    StringEquals: { 'kms:ViaService': `dynamodb.${Stack.of(table).region}.amazonaws.com` },
  };
  return [{ actions: keyActions[use], resource: table.encryptionKey.keyArn, conditions: viaService }];
}
