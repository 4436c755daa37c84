// Replaces the SDK's credential provider chain (see bin/build-functions.ts), half of which is clients of other
// services: on Lambda, credentials are in the environment, which has been read before this is called.
export const defaultProvider = () => async () => {
  throw new Error('there are no AWS credentials in the environment');
};
