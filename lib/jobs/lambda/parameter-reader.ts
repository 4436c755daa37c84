import { GetParameterCommand, type Parameter, SSMClient } from '@aws-sdk/client-ssm';
import type { Environment } from '../../config/settings/environment.ts';
import { readLambdaCredentials } from './credentials.ts';

/** Returns a function that reads a parameter of SSM. */
export function readParameter(environment: Environment): (name: string) => Promise<Parameter> {
  // The SDK has no timeout by default.
  const requestHandler = { connectionTimeout: 1_000, requestTimeout: 3_000, throwOnRequestTimeout: true };
  const client = new SSMClient({ ...readLambdaCredentials(environment), requestHandler });
  return async (Name) => {
    const { Parameter = {} } = await client.send(new GetParameterCommand({ Name, WithDecryption: true }));
    return Parameter;
  };
}

/** Returns a function that reads the value of a parameter; it returns `undefined` for one without a value. */
export function parameterReader(environment: Environment): (name: string) => Promise<string | undefined> {
  const read = readParameter(environment);
  return async (name) => (await read(name)).Value;
}
