/** Returns the AWS credentials of this machine, from the default chain of the SDK, which is loaded only when called. */
export async function awsCredentials() {
  const { SSMClient } = await import('@aws-sdk/client-ssm');
  return new SSMClient({ region: 'us-east-1' }).config.credentials();
}
