import { getCloudProfile } from '../../clouds/profiles.ts';
import { CloudName } from '../../model/cloud-name.ts';

/** The meaning of each setting, for the page of all settings and for editors. The names are those of code. */
export const meanings = {
  connections: 'the cloud accounts to watch',
  routes: 'where messages are sent, beside the topic of a deployment',
  prometheus: 'the server with the use of GPUs',
  policy: 'the path of the policy',
  policyLocation: 'a policy that takes effect without a deployment: `ssm:/name` or `s3://bucket/key`',
  url: 'the address of the dashboard, to which messages link',
  command:
    'the words that start spendwatch where its messages are read; by default those that started it, and on AWS `npx --no-install spendwatch` with the table of the ledger',
  logLevel: 'the least level of lines that are logged: `info`, `warn` or `error`',
  data: 'the folder of the ledger',
  ledgerTable: 'the table of a deployment, which commands read in place of the folder',
  pollInterval: 'the time between two polls',
  spendInterval: 'the time between two reads of reported spend',
  storageInterval: 'the time between two reads of storage',
  usageInterval: 'the time between two reads of the use of VMs',
  pushSecret: 'the secret that signs the tokens of VMs that push their use',
  pushCertFile: 'the certificate for https pushes',
  pushKeyFile: 'the key of that certificate',
  answerSecret: 'the secret that signs the links in messages that give answers',
  answerUrl: 'the address to which these links lead',
  slackSigningSecret: 'the signing secret of the Slack app whose buttons answer',
  slackBotToken: 'the bot token of that app, whose buttons then open a form',
  amazonQButtons: 'true for buttons in Amazon Q',
  cloudUrl: "the address of the cloud's API, for a single connection",
  viewerKey: 'the SSM parameter with the key of `watch`, for a single connection',
  editorKey: 'the SSM parameter with the key of `act`, for a single connection',
  onlyKey: 'one parameter in place of the two',
  requestsPerMinute: 'the most requests in a minute, over all shards, for a single connection',
  apiKeysKey: 'the ARN of the KMS key that encrypts the parameters',
  email: 'an address that receives every message',
  subscriptions: 'further receivers, each with its lowest severity',
  subscribedElsewhere: 'true if the topic is subscribed to by other means',
  shards: 'the number of shards that the targets are divided into',
  memory: 'the memory of `watch` and `act` in megabytes',
  reserveConcurrency: 'true to reserve concurrency, so that one `act` runs at a time',
  metrics: 'true to publish ten metrics of CloudWatch',
  keepLedger: 'true if the table outlives the stack',
  tableKey: 'the ARN of the KMS key of the new table',
  logRetention: 'the days for which logs are kept',
  account: 'the AWS account',
  region: 'the AWS region',
  tags: 'tags on all resources',
  terminationProtection: 'true to prevent the deletion of the stack',
  ledger: 'the name of an existing table for the ledger',
  replacesLedger: 'the table of the last deployment, to confirm that another one is intended',
} as const;

const sharedAddresses = CloudName.options.flatMap((cloud) => {
  const { address = null } = getCloudProfile(cloud) ?? {};
  return address === null ? [] : [`${cloud}: ${address}`];
});

/** The meaning of each setting of a connection. */
export const ofConnection = {
  name: 'its name, which stands in the ids of its targets; one connection may have none',
  cloud: 'the cloud',
  address: `the address of its API (${sharedAddresses.join(', ')})`,
  viewerKey: 'the place of the key that polls',
  editorKey: 'the place of the key for actions; by default one key does both',
  requestsPerMinute: 'the most requests in a minute, over all shards',
  requestsInFlight: 'the most requests at the same time, over all shards',
} as const;

/** The meaning of each setting of a Prometheus. */
export const ofPrometheus = {
  url: 'its address; plain http for a private host only',
  token: 'the place of a bearer token',
  user: 'the user of a password',
  password: 'the place of that password',
  region: 'the AWS region whose signature a workspace wants',
  machine: 'the label that names the VM',
  project: 'the label that names the project',
  queries: 'the ready-made queries: `dcgm`, `nvidia-smi`, `opentelemetry`, `node` or `none`',
  gpuQuery: 'a query of your own for the use of GPUs',
  gpuMemoryQuery: 'a query of your own for the use of GPU memory',
  cpuQuery: 'a query of your own for the use of CPUs',
  loginsQuery: 'a query of your own for logins',
  gpuUnit: 'the unit of GPU use: `percent` or `ratio`',
  cpuUnit: 'the unit of CPU use: `percent` or `ratio`',
} as const;
