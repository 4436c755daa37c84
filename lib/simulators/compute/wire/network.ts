import * as z from 'zod';
import { Decimal, given, maybe, openEnum, openRecord, record, text, time } from './values.ts';
import { VmState } from './vm.ts';

/** The states of a network. The specification shows only the first; the others are the platform's. */
export const NetworkState = openEnum('Network.State', [
  'STATE_UNKNOWN',
  'ACTIVE',
  'CREATING',
  'DELETED',
  'DELETING',
  'FAILED',
  'STARTING',
  'STOPPED',
  'STOPPING',
  'UPDATING',
]);

/** A network. The search shows these fields; the record's own fields are unknown, so others are kept. */
export const Network = z
  .looseObject({
    id: maybe(text),
    projectId: maybe(text),
    dataCenterId: maybe(text),
    ipRange: maybe(text),
    externalIpAddress: maybe(text),
    internalIpAddress: maybe(text),
    gateway: maybe(text),
    createTime: maybe(time),
    priceHr: maybe(Decimal),
    state: maybe(NetworkState),
    vmState: maybe(VmState, { description: 'The state of the VM that routes for the network.' }),
  })
  .meta({ id: 'Network' });

export const CreateNetworkBody = record('CreateNetworkBody', {
  cidrPrefix: given(text),
  dataCenterId: given(text),
  networkId: given(text),
  vrouterSize: given(text),
});

export const SecurityGroup = openRecord('SecurityGroup', 'The specification shows no fields.');
export const OneSecurityGroup = record('OneSecurityGroup', { securityGroup: maybe(SecurityGroup) });
export const SecurityGroupBody = record('SecurityGroupBody', { securityGroup: given(SecurityGroup) });
