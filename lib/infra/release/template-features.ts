import { anyOf, type Expression, excludes, isGiven, isText, not, onlyWith } from './conditions.ts';
import { mostShards } from './template-parameters.ts';

const shards = Array.from({ length: mostShards - 1 }, (_, index) => index + 2);
export const shardFeature = (shard: number): string => `HasShard${shard}`;
/** Returns the condition that there are at least so many shards, which CloudFormation cannot count. */
const atLeast = (least: number): Expression => {
  const [first, ...others] = shards
    .filter((shard) => shard >= least)
    .map((shard) => isText('Shards', `${shard}`));
  return first === undefined ? isText('Shards', '') : anyOf(first, ...others);
};

const hasPrometheus = anyOf(isGiven('PrometheusUrl'), isGiven('PrometheusWorkspace'));

/**
 * The features that parameters turn on, except those of routes, by their conditions. Where two exclude each other, the
 * condition is that the second is off. What differs without an earlier one goes before later ones.
 */
export const features: Readonly<Record<string, Expression>> = {
  OwnsLedger: isText('Ledger', ''),
  HasTableKey: isGiven('TableKey'),
  HasApiKeysKey: isGiven('ApiKeysKey'),
  Reserves: isText('ReserveConcurrency', 'true'),
  InVpc: isGiven('SubnetIds'),
  HasPolicyLocation: anyOf(isGiven('PolicyParameter'), isGiven('PolicyObject')),
  HasNoPolicyObject: isText('PolicyObject', ''),
  HasEmail: isGiven('Email'),
  EmailsWarnings: not(isText('EmailFrom', 'critical')),
  EmailsInfo: isText('EmailFrom', 'info'),
  HasPush: isGiven('PushSecret'),
  HasAnswers: isGiven('AnswerSecret'),
  HasSlackButtons: isGiven('SlackSigningSecret'),
  HasSlackForms: isGiven('SlackBotToken'),
  HasAmazonQButtons: isText('AmazonQButtons', 'true'),
  HasPrometheus: hasPrometheus,
  HasNoWorkspace: isText('PrometheusWorkspace', ''),
  HasPrometheusSecret: isGiven('PrometheusSecret'),
  HasNoPrometheusUser: isText('PrometheusUser', ''),
  HasMetrics: isText('Metrics', 'true'),
  HasDashboard: isText('Dashboard', 'true'),
  ...Object.fromEntries(shards.map((shard) => [shardFeature(shard), atLeast(shard)])),
};

/** The rules that parameters keep together. */
export const rules = {
  OnePolicyLocation: excludes('PolicyParameter', 'PolicyObject'),
  SeverityNeedsEmail: onlyWith('Email', { EmailFrom: 'info' }),
  ButtonsNeedAnswers: onlyWith('AnswerSecret', { SlackSigningSecret: '', AmazonQButtons: 'false' }),
  FormsNeedButtons: onlyWith('SlackSigningSecret', { SlackBotToken: '' }),
  OnePrometheus: excludes('PrometheusWorkspace', 'PrometheusUrl'),
  SecretNeedsPrometheus: onlyWith('PrometheusUrl', { PrometheusSecret: '' }),
  UserNeedsSecret: onlyWith('PrometheusSecret', { PrometheusUser: '' }),
  QuestionsNeedPrometheus: onlyWith(
    'PrometheusUrl or PrometheusWorkspace',
    {
      PrometheusMachine: '',
      PrometheusProject: '',
      PrometheusQueries: '',
      PrometheusGpuQuery: '',
      PrometheusGpuMemoryQuery: '',
      PrometheusCpuQuery: '',
      PrometheusLoginsQuery: '',
    },
    hasPrometheus,
  ),
  SubnetsNeedGroups: onlyWith('SecurityGroupIds', { SubnetIds: '' }),
  GroupsNeedSubnets: onlyWith('SubnetIds', { SecurityGroupIds: '' }),
};
