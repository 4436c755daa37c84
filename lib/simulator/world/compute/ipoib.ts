import { readCidr } from '../cidr.ts';
import type { IpoibConfig } from '../events/cluster-events.ts';
import type { Wrong } from '../refusal.ts';

/** The bits of network, port and host share one address, and the hosts must go round. */
export function ipoibWrong(config: IpoibConfig | null, machines: number): Wrong[] {
  if (config === null) return [];
  const { networkPrefix, portBits, hostBits } = config;
  const network = readCidr(networkPrefix);
  if (!network)
    return [{ field: 'ipoibConfig.networkPrefix', description: 'must be a CIDR, such as 10.0.0.0/8' }];
  const wrong: Wrong[] = [];
  if (portBits < 0) wrong.push({ field: 'ipoibConfig.portBits', description: 'must not be negative' });
  if (hostBits < 0) wrong.push({ field: 'ipoibConfig.hostBits', description: 'must not be negative' });
  if (network.prefix + portBits + hostBits > 32) {
    wrong.push({ field: 'ipoibConfig', description: 'has more bits than an address, which has 32' });
  }
  if (2 ** hostBits - 2 < machines) {
    wrong.push({ field: 'ipoibConfig.hostBits', description: `leave no room for ${machines} hosts` });
  }
  return wrong;
}
