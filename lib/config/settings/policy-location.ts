import * as z from 'zod';

/** The location of a policy outside of the deployment; `text` is its written form. */
export type PolicyLocation = { readonly text: string } & (
  | { readonly kind: 'ssm'; readonly name: string }
  | { readonly kind: 's3'; readonly bucket: string; readonly key: string }
);

/** The characters of an object's key are those that need no escape in an address. */
const form =
  /^(?:ssm:(?<name>\/?[\w.-]+(?:\/[\w.-]+)*)|s3:\/\/(?<bucket>[a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/(?<key>[\w.-]+(?:\/[\w.-]+)*))$/;

/** The setting of a policy's location. */
export const PolicyLocationText = z
  .string()
  .regex(
    form,
    'must look like ssm:/spendwatch/policy or s3://bucket/spendwatch.yaml, in letters, digits, dots, dashes and underscores',
  );

/** Reads a valid location. */
export function readPolicyLocation(text: string): PolicyLocation {
  const { name, bucket = '', key = '' } = form.exec(text)?.groups ?? {};
  return name === undefined ? { kind: 's3', text, bucket, key } : { kind: 'ssm', text, name };
}
