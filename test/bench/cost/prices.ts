/** List prices in US dollars, without the allowances that AWS gives every account. */
export type Prices = {
  readonly region: string;
  /** Of a million. */
  readonly writes: number;
  readonly reads: number;
  readonly invocations: number;
  readonly schedules: number;
  readonly publishes: number;
  /** Of a GB-second, on arm64. */
  readonly compute: number;
  /** Of a GB a month. */
  readonly storage: number;
  readonly recovery: number;
  /** Of a GB taken in. */
  readonly logs: number;
  /** Of a GB that leaves AWS, of the first 10 TB a month. */
  readonly transfer: number;
  /** Of a million of requests to KMS, which every read of an encrypted parameter makes one of. */
  readonly decrypts: number;
  /** Of a million e-mails of SNS. */
  readonly mails: number;
  /** Of one, a month; an alarm, of each metric that it evaluates. */
  readonly metric: number;
  readonly alarm: number;
  readonly key: number;
};

/** Written down on this day, and not read from the pages that day: check before you rely on one. */
export const pricesAsOf = '2026-11-21';
export const priceSources = [
  'https://aws.amazon.com/dynamodb/pricing/on-demand/',
  'https://aws.amazon.com/lambda/pricing/',
  'https://aws.amazon.com/eventbridge/pricing/',
  'https://aws.amazon.com/cloudwatch/pricing/',
  'https://aws.amazon.com/sns/pricing/',
  'https://aws.amazon.com/kms/pricing/',
  'https://aws.amazon.com/ec2/pricing/on-demand/#Data_Transfer',
];

const everywhere = {
  invocations: 0.2,
  schedules: 1,
  publishes: 0.5,
  compute: 0.0000133334,
  transfer: 0.09,
  decrypts: 3,
  mails: 20,
  metric: 0.3,
  alarm: 0.1,
  key: 1,
};

export const virginia: Prices = {
  region: 'us-east-1',
  writes: 0.625,
  reads: 0.125,
  storage: 0.25,
  recovery: 0.2,
  logs: 0.5,
  ...everywhere,
};

export const london: Prices = {
  region: 'eu-west-2',
  writes: 0.7423,
  reads: 0.1485,
  storage: 0.2973,
  recovery: 0.2378,
  logs: 0.5985,
  ...everywhere,
};
