import * as z from 'zod';
import type { Environment } from './environment.ts';

export const awsRegion = z
  .string()
  .regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'must be an AWS region, such as eu-west-1');

/** The AWS services that are called without a client of the SDK, with the part of the variable that names each. */
const services = { events: 'EVENTBRIDGE', s3: 'S3' } as const;

/** Returns the address of a service in a region. */
export type AwsEndpoint = (service: keyof typeof services, region: string) => string;

/** Returns the addresses of AWS services, which the variables of the SDK's clients can replace. */
export const awsEndpoint =
  (environment: Environment): AwsEndpoint =>
  (service, region) =>
    environment[`AWS_ENDPOINT_URL_${services[service]}`] ||
    environment['AWS_ENDPOINT_URL'] ||
    `https://${service}.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
