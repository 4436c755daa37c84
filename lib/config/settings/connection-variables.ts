import * as z from 'zod';
import { getCloudProfile } from '../../clouds/profiles.ts';
import { CloudName } from '../../model/cloud-name.ts';
import { shortestKey } from '../../model/unsafe-characters.ts';
import type { KeySource } from './environment.ts';
import { isSafeAddress } from './this-machine.ts';

export const needed = (what: string) => z.string({ error: `is not set: set ${what}` });

/** Returns the schema of a whole number that is written as text. */
export function wholeNumber(most: number, otherwise: number) {
  const isCount = (text: string) => /^\d{1,7}$/.test(text) && Number(text) >= 1 && Number(text) <= most;
  return z
    .string()
    .refine(isCount, `must be a whole number from 1 to ${most}`)
    .default(`${otherwise}`)
    .transform(Number);
}

/** The maximum values and the defaults of requests per minute and in flight. */
export const paceLimits = {
  perMinute: { most: 100_000, otherwise: 600 },
  inFlight: { most: 1_000, otherwise: 32 },
} as const;

/** The name of a cloud that spendwatch knows. */
export const knownCloud = z.enum(
  CloudName.options,
  `must be a cloud that spendwatch knows: ${CloudName.options.join(', ')}`,
);

/** The address of a cloud's API. */
export const cloudAddress = needed("the address of the cloud's API, such as https://api.example.com").refine(
  isSafeAddress,
  'must look like https://host or https://host/path; plain http is only allowed for this machine',
);

/** Returns a connection with its own address, or else the one that all accounts of its cloud share. */
export function withSharedAddress<Of extends object>(
  connection: Of,
  { cloud, address }: { readonly cloud: string; readonly address: string },
): Of {
  const set = new Map<string, unknown>(Object.entries(connection));
  const shared = getCloudProfile(CloudName.safeParse(set.get(cloud)).data)?.address;
  return set.has(address) || shared == null ? connection : { ...connection, [address]: shared };
}

/** An API key: characters that a header can carry, without spaces or line breaks from careless copying. */
export const key = z
  .string()
  .regex(/^[\x21-\x7e]+$/, 'must be only the key, without spaces or line breaks')
  .min(
    shortestKey,
    `must have at least ${shortestKey} characters: shorter keys cannot be hidden in messages`,
  );

/** The variables of the unnamed connection. */
export const connectionVariables = {
  SPENDWATCH_CLOUD: knownCloud.default('compute'),
  SPENDWATCH_CLOUD_URL: cloudAddress,
  SPENDWATCH_KEY_PARAMETER: z
    .string()
    .regex(/^[\w./-]{1,1011}$/, 'must be the name of an SSM parameter, such as /spendwatch/viewer-key')
    .optional(),
  SPENDWATCH_API_KEY_FILE: z.string().optional(),
  SPENDWATCH_API_KEY: key.optional(),
  SPENDWATCH_ACT_KEY_FILE: z.string().optional(),
  SPENDWATCH_ACT_KEY: key.optional(),
  SPENDWATCH_REQUESTS_PER_MINUTE: wholeNumber(paceLimits.perMinute.most, paceLimits.perMinute.otherwise),
  SPENDWATCH_REQUESTS_IN_FLIGHT: wholeNumber(paceLimits.inFlight.most, paceLimits.inFlight.otherwise),
};

const keyVariables = ['SPENDWATCH_KEY_PARAMETER', 'SPENDWATCH_API_KEY_FILE', 'SPENDWATCH_API_KEY'] as const;
const keyMissing =
  'is not set: set the API key, or a file with it in SPENDWATCH_API_KEY_FILE, or on AWS an SSM parameter in SPENDWATCH_KEY_PARAMETER';

// These checks also run where another variable is wrong, so that every mistake is reported at once.
export const UnnamedConnection = z
  .object(connectionVariables)
  .refine((all) => keyVariables.some((variable) => all[variable] !== undefined), {
    path: ['SPENDWATCH_API_KEY'],
    message: keyMissing,
    when: () => true,
  })
  .refine((all) => keyVariables.filter((variable) => all[variable] !== undefined).length <= 1, {
    path: ['SPENDWATCH_API_KEY'],
    message: `conflicts with another key setting: set only one of ${keyVariables.join(', ')}`,
    when: () => true,
  })
  .refine((all) => all.SPENDWATCH_ACT_KEY === undefined || all.SPENDWATCH_ACT_KEY_FILE === undefined, {
    path: ['SPENDWATCH_ACT_KEY'],
    message: 'conflicts with SPENDWATCH_ACT_KEY_FILE: set only one of them',
    when: () => true,
  })
  .transform((all) => ({
    name: null,
    cloud: all.SPENDWATCH_CLOUD,
    address: all.SPENDWATCH_CLOUD_URL,
    key: keySource(all.SPENDWATCH_API_KEY, all.SPENDWATCH_API_KEY_FILE, all.SPENDWATCH_KEY_PARAMETER),
    actionKey:
      all.SPENDWATCH_ACT_KEY === undefined && all.SPENDWATCH_ACT_KEY_FILE === undefined
        ? null
        : keySource(all.SPENDWATCH_ACT_KEY, all.SPENDWATCH_ACT_KEY_FILE),
    requestsPerMinute: all.SPENDWATCH_REQUESTS_PER_MINUTE,
    requestsInFlight: all.SPENDWATCH_REQUESTS_IN_FLIGHT,
  }));

function keySource(given: string | undefined, file: string | undefined, parameter = ''): KeySource {
  if (given !== undefined) return { kind: 'given', reveal: () => given };
  return file === undefined ? { kind: 'parameter', name: parameter } : { kind: 'file', path: file };
}
