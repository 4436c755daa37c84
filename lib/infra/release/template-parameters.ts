import { logRetentions } from '../../config/deployment/deployment.ts';
import { logLevels } from '../../config/settings/log-level.ts';
import { recipes } from '../../config/settings/prometheus.ts';

/** A parameter of the template, as CloudFormation writes it. */
export type TemplateParameter = {
  /** `String` even for whole numbers: the type `Number` of CloudFormation accepts fractions. */
  readonly Type: 'String';
  readonly Description: string;
  readonly Default?: string;
  readonly AllowedValues?: readonly string[];
  readonly AllowedPattern?: string;
  readonly ConstraintDescription?: string;
};

/** Parameters by name. */
export type TemplateParameters = Readonly<Record<string, TemplateParameter>>;

/** The days for which CloudWatch can keep a log, the default first. */
const retentions = ['30', ...logRetentions.map(String).filter((days) => days !== '30')];

/** The form of a parameter, and how a value of another form is refused. */
type Form = readonly [pattern: string, mistake: string];
const secretName: Form = [
  '(/[\\w.-]+)+',
  'must be the name of an SSM parameter that begins with a slash, such as /spendwatch/key',
];
const address: Form = ['https://[^\\s?#@]+', 'must look like https://host or https://host/path'];
/** A Prometheus that is no workspace of Amazon: questions to those are signed, for which a role needs a right. */
const server: Form = [
  'https://(?!aps-workspaces\\.)[^\\s?#@]+',
  `${address[1]}; a workspace of Amazon goes into PrometheusWorkspace`,
];
const email: Form = ['[^\\s@]+@[^\\s@]+\\.[^\\s@]+', 'must be an e-mail address'];
const key: Form = ['arn:aws[\\w-]*:kms:[a-z0-9-]+:\\d{12}:key/[\\w-]+', 'must be the ARN of a KMS key'];
const bucket = '[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]';
const recipe = `(${recipes.join('|')})`;
const queries: Form = [
  `(none|${recipe}( *, *${recipe})*)?`,
  `must be none, or some of ${recipes.join(', ')}, separated by commas`,
];
const label: Form = ['[a-zA-Z_]\\w{0,99}', 'must be the name of a label, such as instance'];
const ids = (kind: string): Form => [
  `${kind}-\\w+(,${kind}-\\w+)*`,
  `must look like ${kind}-1a2b or ${kind}-1a2b,${kind}-3c4d`,
];

const text = (Description: string, Default?: string) => ({
  Type: 'String' as const,
  Description,
  ...(Default !== undefined && { Default }),
});
const matching = (what: string, [pattern, ConstraintDescription]: Form, Default?: string) => ({
  ...text(what, Default),
  AllowedPattern: `^${pattern}$`,
  ConstraintDescription,
});
/** A parameter whose feature is off while it is empty. */
const optional = (what: string, [pattern, mistake]: Form) =>
  matching(`${what}; empty for none`, [`(${pattern})?`, mistake], '');
/** A parameter with a few values; the first is the default. */
const choice = (what: string, ...AllowedValues: readonly string[]) => ({
  ...text(what, AllowedValues[0]),
  AllowedValues,
});
const inSecret = (what: string) => `Name of the SSM parameter (SecureString) with ${what}`;
const keyOf = (owner: string) =>
  matching(inSecret(`the ${owner}'s API key`), secretName, `/spendwatch/${owner}-key`);
const query = (what: string) => text(`PromQL for ${what}; empty for none of your own`, '');

/** Returns the parameter that names a route's secret; without a default where the policy uses the route. */
export const routeSecret = (route: string, holds: string, isUsed: boolean): TemplateParameter =>
  (isUsed ? matching : optional)(inSecret(`the ${holds} of the route ${route}`), secretName);

export const routeSwitch = (route: string): TemplateParameter =>
  choice(`Whether to create a topic for the route ${route}`, 'false', 'true');

/** Returns the parameter of what is chosen for a route; `says` is about "the route". */
export const routeChoice = (route: string, says: string, values: readonly string[]): TemplateParameter =>
  choice(says.replace('the route', `the route ${route}`), ...values);

const bus: Form = ['[\\w./-]{1,256}', 'must be the name of an event bus of this account, or new'];
export const routeBus = (route: string, isUsed: boolean): TemplateParameter => {
  const what = `Event bus of the route ${route}: new for one of its own, or a name such as default`;
  return isUsed ? matching(what, bus, 'new') : optional(what, bus);
};

/** The most shards that a template can have, since each schedule is written in it. */
export const mostShards = 4;

/** Returns the parameters by groups, in the order in which the console asks for them. */
export const parameterGroups = (
  routes: TemplateParameters,
): Readonly<Record<string, TemplateParameters>> => ({
  'Code and execution': {
    ArtifactBucket: matching('S3 bucket with the zips, in the region of the stack', [
      bucket,
      'must be the name of a bucket, such as my-releases',
    ]),
    ArtifactPrefix: optional('Prefix of the names of the zips, such as spendwatch/', [
      '([\\w.-]+/)+',
      'must end in a slash, such as spendwatch/',
    ]),
    ReserveConcurrency: choice(
      'Whether to run only one act at a time; false in an account with too little concurrency',
      'true',
      'false',
    ),
    Shards: choice(
      'Number of shards that divide the targets',
      ...Array.from({ length: mostShards }, (_, index) => `${index + 1}`),
    ),
    LogRetention: choice('Days for which the logs are kept', ...retentions),
    LogLevel: choice('Lowest level that the functions log', ...logLevels),
    Memory: matching(
      'Memory of watch and of act in megabytes',
      [
        '(25[6-9]|2[6-9]\\d|[3-9]\\d\\d|[1-9]\\d{3}|10[01]\\d\\d|102[0-3]\\d|10240)',
        'must be a whole number from 256 to 10240',
      ],
      '512',
    ),
  },
  Cloud: {
    CloudUrl: matching("Address of the cloud's API, such as https://api.example.com", address),
    ViewerKey: keyOf('viewer'),
    EditorKey: keyOf('editor'),
    ApiKeysKey: matching(
      'KMS key of those parameters and of all others here that hold a secret; empty for the AWS managed key, with which everyone who may read parameters of the account can read the API keys',
      [`(${key[0]})?`, key[1]],
      '',
    ),
    RequestsPerMinute: matching(
      'Limit of requests per minute to the cloud, over all shards',
      [
        `([${mostShards}-9]|[1-9]\\d{1,4}|100000)`,
        `must be a whole number from ${mostShards}, one for each possible shard, to 100000`,
      ],
      '600',
    ),
  },
  Policy: {
    Mode: choice('The mode of the policy: observe only alerts, enforce also acts', 'observe', 'enforce'),
    PolicyParameter: optional(
      'Name of an SSM parameter with a policy that replaces the built-in one',
      secretName,
    ),
    PolicyObject: optional('S3 object with a policy that replaces the built-in one, as bucket/key', [
      `${bucket}(/[\\w.-]+)+`,
      'must look like bucket/spendwatch.yaml, of a bucket in the region of the stack',
    ]),
  },
  Messages: {
    Email: optional('Address that receives messages', email),
    EmailFrom: choice('Lowest severity of messages to Email', 'info', 'warning', 'critical'),
    DashboardUrl: optional('Address of your dashboard, to which messages link', [
      'https?://[^\\s]+',
      'must be the address of the dashboard',
    ]),
    ...routes,
  },
  'Answers from messages': {
    AnswerSecret: optional(inSecret('the secret that signs the answer links of messages'), secretName),
    SlackSigningSecret: optional(
      inSecret('the signing secret of the Slack app whose buttons answer'),
      secretName,
    ),
    SlackBotToken: optional(
      inSecret('the bot token of that app, which opens the forms of buttons'),
      secretName,
    ),
    AmazonQButtons: choice(
      'Whether to create custom actions of Amazon Q, whose buttons answer; needs AnswerSecret and a route to Amazon Q',
      'false',
      'true',
    ),
  },
  'Signals of machines': {
    PushSecret: optional(
      inSecret('the secret that signs the tokens of machines that push their use'),
      secretName,
    ),
    PrometheusUrl: optional('Address of the Prometheus server with GPU metrics', server),
    PrometheusWorkspace: optional(
      'Workspace of Amazon Managed Service for Prometheus, in the region of the stack',
      ['ws-[\\w-]+', 'must look like ws-1a2b'],
    ),
    PrometheusSecret: optional(
      inSecret('the token for PrometheusUrl, or the password of PrometheusUser'),
      secretName,
    ),
    PrometheusUser: optional('User of PrometheusUrl', [
      '[^:\\s]{1,200}',
      'must be a name without colons and spaces',
    ]),
    PrometheusMachine: optional('Label that names the machine, in place of instance', label),
    PrometheusProject: optional('Label that names the project', label),
    PrometheusQueries: matching(
      'Ready-made queries, such as dcgm,node; empty for those of GPUs',
      queries,
      '',
    ),
    PrometheusGpuQuery: query('the use of GPUs'),
    PrometheusGpuMemoryQuery: query('the memory of GPUs'),
    PrometheusCpuQuery: query('the use of processors'),
    PrometheusLoginsQuery: query('the number of logins'),
  },
  Figures: {
    Dashboard: choice('Whether to create a CloudWatch dashboard, for 3 USD a month', 'false', 'true'),
    Metrics: choice('Whether to publish ten CloudWatch metrics, for 0.30 USD a month each', 'false', 'true'),
  },
  'Network and ledger': {
    SubnetIds: optional('Subnets for the functions, from which they reach the cloud and AWS', ids('subnet')),
    SecurityGroupIds: optional('Security groups for the functions in SubnetIds', ids('sg')),
    TableKey: optional("KMS key of the ledger's table, whether created or existing", key),
    Ledger: optional('Name of an existing table for the ledger, such as a restored one', [
      '[\\w.-]{3,255}',
      'must be the name of a DynamoDB table',
    ]),
  },
});
