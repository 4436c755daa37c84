/** Returns the AWS credentials of this machine, as any client of the SDK finds them. The SDK is loaded only for that. */
export async function awsCredentials() {
  const { SSMClient } = await import('@aws-sdk/client-ssm');
  return new SSMClient({ region: 'us-east-1' }).config.credentials();
}
