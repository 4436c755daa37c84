import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4, type SignatureV4Init } from '@smithy/signature-v4';
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
export function bySignature(region: string, credentials: SignatureV4Init['credentials']): Authorize {
  const signer = new SignatureV4({ service: 'aps', region, credentials, sha256: Sha256 });
  return async ({ url, headers, body }) => {
    const { protocol, hostname, host, pathname: path } = url;
    const request = { method: 'POST', protocol, hostname, path, query: {}, body };
    const signed = await signer.sign({ ...request, headers: { ...headers, host } });
    return { headers: signed.headers, secret: null };
  };
}
