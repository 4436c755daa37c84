import { type Command, Option } from 'commander';
import { connectedClouds } from '../../config/settings/connections.ts';
import { readPushSecret } from '../../config/settings/settings.ts';
import { wrongSetting } from '../../config/settings/settings-error.ts';
import { isSignalServerUrl } from '../../config/settings/this-machine.ts';
import { sealingSecret } from '../../jobs/api-key.ts';
import { connectionInWords } from '../../model/connection-name.ts';
import { subjectParts, vmSubject } from '../../model/subject.ts';
import { days, isoInstant, later, type Span } from '../../model/time/time.ts';
import { agentScript } from '../../observe/push/agent-script.ts';
import { mintToken } from '../../observe/push/token.ts';
import { keyFiles } from '../../service/key-file.ts';
import { attempt } from '../interrupted.ts';
import { dataOutput, type Process } from '../process.ts';

type Flags = { readonly for: Span; readonly url?: string };

const environment = `
Environment: SPENDWATCH_PUSH_SECRET, the secret that signs tokens, or file:/path to it.
Exit codes: 0 printed, 2 the configuration is wrong.`;

/** `spendwatch agent`: lets a machine report the use of its own GPUs. */
export function addAgent(program: Command, self: Process, exit: (code: number) => void): void {
  const agent = program
    .command('agent')
    .description('let VMs report how busy their GPUs are (docs/agent.md)');
  const lasting = () =>
    new Option('--for <days>', 'how long the token is valid').argParser(wholeDays).default(days(365), '365d');
  agent
    .command('token <vm>')
    .description('print a token with which a VM, such as ml-infra/train-7b, pushes its own usage')
    .addOption(lasting())
    .addHelpText(
      'after',
      `
Examples:
  spendwatch agent token ml-infra/train-7b --for 90d
${environment}`,
    )
    .action((machine: string, flags: Flags) =>
      attempt(self, exit, async () => {
        const { token, expires } = await mint(self, machine, flags);
        dataOutput(self).write(`${token}\n`);
        self.stderr.write(
          `Valid until ${isoInstant(expires)}. The token lets ${machine} push its own usage, and nothing else.\n`,
        );
        return 0;
      }),
    );
  agent
    .command('install <vm>')
    .description('print a script that installs the agent on a VM')
    .addOption(lasting())
    .requiredOption('--url <address>', 'the address that VMs push to')
    .addHelpText(
      'after',
      `
Examples:
  spendwatch agent install ml-infra/train-7b --url https://push.example.com | ssh train-7b sudo sh
  spendwatch agent install ml-infra/train-7b --url https://push.example.com   # to paste as root
${environment}`,
    )
    .action((machine: string, flags: Flags) =>
      attempt(self, exit, async () => {
        const { token } = await mint(self, machine, flags);
        dataOutput(self).write(installScript(addressOf(flags.url ?? ''), token));
        return 0;
      }),
    );
}

/** Mints a token for a machine, given as `<project>/<vm>`. @throws SettingsError */
export async function mint(
  { environment, connections, clock }: Process,
  machine: string,
  { for: lasts }: Pick<Flags, 'for'>,
) {
  const readers = keyFiles(environment['CREDENTIALS_DIRECTORY']);
  const secret = await sealingSecret(readPushSecret(environment), clock, readers)();
  const subject = vmSubject(machine);
  if (subject === null)
    throw wrongSetting(
      machine,
      'is not a VM: write <project>/<vm>, or project@<connection>/<project>/vm/<vm>',
    );
  const { connection } = subjectParts(subject);
  const clouds = connectedClouds(environment, connections);
  // Without a settings file, the environment may not hold the connections of a deployment.
  const of = connections?.length ? clouds.find(({ name }) => name === connection) : clouds[0];
  if (of === undefined)
    throw wrongSetting(
      machine,
      `belongs to no connection in the settings file: ${connectionInWords(connection)}`,
    );
  const expires = later(clock.now(), lasts);
  return { token: mintToken(secret, { provider: of.cloud, machine: subject, expires }), expires };
}

function wholeDays(text: string): Span {
  const [, count] = /^(\d{1,4})d$/.exec(text) ?? [];
  if (count === undefined || Number(count) < 1)
    throw wrongSetting('--for', 'must be a number of days, such as 90d');
  return days(Number(count));
}

export function addressOf(text: string, variable = '--url'): string {
  if (isSignalServerUrl(text) && !/[\s'"$`\\]/.test(text)) return text;
  const message =
    'must look like https://host; plain http, which exposes the token, is only for a private host';
  throw wrongSetting(variable, message);
}

/** Returns a script for root on a machine with systemd. It does not need the network. */
const installScript = (url: string, token: string): string => `#!/bin/sh
# Installs the spendwatch agent as a timer of systemd. In a container without systemd, run: agent.sh forever
set -eu
umask 077
cat >/etc/spendwatch-agent.env <<'END'
SPENDWATCH_PUSH_URL=${url}
SPENDWATCH_TOKEN=${token}
SPENDWATCH_SPOOL=/var/lib/spendwatch-agent
END
cat >/usr/local/bin/spendwatch-agent <<'END_OF_AGENT'
${agentScript().trimEnd()}
END_OF_AGENT
chmod 755 /usr/local/bin/spendwatch-agent
# A copy of this disk is another machine: the agent does not run there, and says so in the journal.
cp /sys/class/dmi/id/product_uuid /etc/spendwatch-agent.machine 2>/dev/null || : >/etc/spendwatch-agent.machine
cat >/etc/systemd/system/spendwatch-agent.service <<'END'
[Service]
Type=oneshot
TimeoutStartSec=120
DynamicUser=yes
StateDirectory=spendwatch-agent
StateDirectoryMode=0700
EnvironmentFile=/etc/spendwatch-agent.env
ExecCondition=+/bin/sh -c '! [ -s /etc/spendwatch-agent.machine ] || grep -qxFf /etc/spendwatch-agent.machine /sys/class/dmi/id/product_uuid'
ExecStart=/usr/local/bin/spendwatch-agent
END
cat >/etc/systemd/system/spendwatch-agent.timer <<'END'
[Timer]
OnCalendar=*:*:00
AccuracySec=1s
[Install]
WantedBy=timers.target
END
chmod 644 /etc/systemd/system/spendwatch-agent.*
systemctl daemon-reload
systemctl enable --now spendwatch-agent.timer
`;
