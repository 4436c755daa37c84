import type { Environment } from '../../config/settings/environment.ts';

/** Lambda puts them in the environment; looking everywhere else first would only make the start longer. */
export function credentialsIn({
  AWS_ACCESS_KEY_ID: accessKeyId,
  AWS_SECRET_ACCESS_KEY: secretAccessKey,
  AWS_SESSION_TOKEN: sessionToken,
}: Environment) {
  if (!accessKeyId || !secretAccessKey) return {};
  return { credentials: { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) } };
}
