import { type AwsCredentials, awsSignature } from '../../../providers/aws-signature.ts';
import type { Authorize } from './prometheus.ts';

type Secret = () => Promise<string>;

export const anonymous: Authorize = async () => ({ headers: {}, secret: null });

export const byToken =
  (token: Secret): Authorize =>
  async () => {
    const secret = await token();
    return { headers: { authorization: `Bearer ${secret}` }, secret };
  };

export const byPassword =
  (user: string, password: Secret): Authorize =>
  async () => {
    const secret = await password();
    const encoded = Buffer.from(`${user}:${secret}`).toString('base64');
    return { headers: { authorization: `Basic ${encoded}` }, secret };
  };

/** Signs queries for Amazon Managed Service for Prometheus. */
export function bySignature(region: string, credentials: AwsCredentials): Authorize {
  const sign = awsSignature('aps', region, credentials);
  return async (request) => ({ headers: await sign({ method: 'POST', ...request }), secret: null });
}
