import * as z from 'zod';
import { int32, maybe, openEnum, record, text } from './values.ts';

export const Any = z
  .looseObject({ '@type': text })
  .meta({ id: 'Any', description: 'Anything that names its type.' });

export const CommitmentTerm = openEnum(
  'CommitmentTerm',
  [
    'COMMITMENT_TERM_NONE',
    'COMMITMENT_TERM_1_MONTH',
    'COMMITMENT_TERM_3_MONTHS',
    'COMMITMENT_TERM_6_MONTHS',
    'COMMITMENT_TERM_12_MONTHS',
    'COMMITMENT_TERM_24_MONTHS',
    'COMMITMENT_TERM_36_MONTHS',
    'COMMITMENT_TERM_60_MONTHS',
  ],
  { default: 'COMMITMENT_TERM_NONE' },
);

export const SshKeySource = openEnum('SshKeySource', [
  'SSH_KEY_SOURCE_UNKNOWN',
  'SSH_KEY_SOURCE_PROJECT',
  'SSH_KEY_SOURCE_USER',
  'SSH_KEY_SOURCE_NONE',
]);

export const MachinePowerState = openEnum('MachinePowerState', [
  'MACHINE_POWER_STATE_UNSPECIFIED',
  'ON',
  'OFF',
  'POWERING_ON',
  'POWERING_OFF',
  'REBOOTING',
]);

export const CpuTopology = record('CpuTopology', {
  cores: maybe(int32),
  sockets: maybe(int32),
  threads: maybe(int32),
});

/** The error model of AIP-193. `status` is the canonical code, which current platforms add. */
export const ErrorReply = z
  .object({
    code: int32.meta({ description: 'The HTTP status; some gateways send the gRPC status code.' }),
    status: maybe(text, { description: 'The canonical code, such as NOT_FOUND.' }),
    message: text.meta({ description: 'For people, never to be parsed.' }),
    details: z.array(Any),
  })
  .meta({ id: 'Error', description: 'The error model of AIP-193.' });
