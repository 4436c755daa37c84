import { readAddresses } from '../config/settings/addresses.ts';
import { readAnswerSettings } from '../config/settings/answer-links.ts';
import { awsEndpoint } from '../config/settings/aws-endpoint.ts';
import type { Environment } from '../config/settings/environment.ts';
import { readDashboardUrl } from '../config/settings/settings.ts';
import type { AvailableOpeners, RouteSetup } from '../jobs/act/open-routes.ts';
import { type KeyReaders, sealingSecret } from '../jobs/api-key.ts';
import type { Clock } from '../jobs/ports.ts';
import { routeWorld } from '../jobs/route-world.ts';
import { localOpeners } from '../routes/local-openers.ts';
import type { SnsOptions } from '../routes/sns/send.ts';
import { snsClient } from '../routes/sns/sns-client.ts';
import { awsCredentials } from './aws-credentials.ts';

export type LocalRoutes = {
  readonly environment: Environment;
  /** The command that starts spendwatch on this machine. */
  readonly command: string;
  readonly clock: Clock;
  readonly keyReaders: KeyReaders;
  /** The opener of the console route. */
  readonly console: AvailableOpeners['console'];
};

/** Returns the setup of every kind of route on one machine. @throws SettingsError */
export function localRoutes({ environment, command, clock, keyReaders, console }: LocalRoutes): RouteSetup {
  let client: SnsOptions['client'] | undefined;
  const answers = readAnswerSettings(environment);
  return {
    addresses: readAddresses(environment),
    dashboard: readDashboardUrl(environment),
    command,
    answers: answers && { ...answers, secret: sealingSecret(answers.secret, clock, keyReaders) },
    showsAll: true,
    openers: {
      ...localOpeners(
        routeWorld({
          aws: { credentials: awsCredentials, endpoint: awsEndpoint(environment) },
          clock,
          readers: keyReaders,
          sns: () => (client ??= snsClient()),
        }),
      ),
      console,
    },
  };
}
