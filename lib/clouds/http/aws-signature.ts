import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4, type SignatureV4Init } from '@smithy/signature-v4';

/** The AWS credentials of the process. */
export type AwsCredentials = SignatureV4Init['credentials'];

export type UnsignedRequest = {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};

/**
 * Returns a function that signs a request to an AWS service and returns all its headers. The SDK's clients of these services
 * would add far more code to a Lambda function than its few requests need.
 */
export function awsSignature(service: string, region: string, credentials: AwsCredentials) {
  // S3 signs the path as it is sent; all others escape it once more.
  const uriEscapePath = service !== 's3';
  const signer = new SignatureV4({ service, region, credentials, sha256: Sha256, uriEscapePath });
  return async ({ method, url, headers, ...rest }: UnsignedRequest): Promise<Record<string, string>> => {
    const { protocol, hostname, host, pathname: path, searchParams } = url;
    const query = Object.fromEntries(searchParams);
    const request = { method, protocol, hostname, path, query, ...rest };
    const signed = await signer.sign({ ...request, headers: { ...headers, host } });
    return signed.headers;
  };
}
