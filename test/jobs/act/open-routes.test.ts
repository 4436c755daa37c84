import { describe, expect, it } from 'vitest';
import { SettingsError } from '../../../lib/config/settings/settings-error.ts';
import { type AnswerSetup, checkRoutes, openRoutes } from '../../../lib/jobs/act/open-routes.ts';
import type { RouteTerms } from '../../../lib/routes/route.ts';
import type { RouteAddress } from '../../../lib/routes/settings.ts';
import { aMessage, anIdleNotification } from '../../notify/messages/a-message.ts';
import { aRoute } from '../../support/a-route.ts';
import { aPolicy } from '../../support/builders/policy-builders.ts';

const arn = 'arn:aws:sns:eu-west-1:123456789012:alerts';
const source = { kind: 'given', reveal: () => 'secret' } as const;
const sns: readonly [string, RouteAddress] = ['sns', { kind: 'sns', topicArn: arn }];
const slack: readonly [string, RouteAddress] = ['slack/research', { kind: 'slack', url: source }];
const email: readonly [string, RouteAddress] = [
  'email',
  { kind: 'email', server: source, from: 'a@b.example', recipients: ['c@d.example'] },
];
const opened = ({ route, zone, dashboard }: RouteTerms) => ({
  route,
  send: async () => ({ kind: 'delivered', note: `${zone} ${dashboard}` }) as const,
});

/** As on AWS: no e-mail, and no console unless it is asked for. */
const setup = (...addresses: readonly (readonly [string, RouteAddress])[]) => ({
  addresses: new Map(addresses),
  openers: {
    sns: (_: RouteAddress, terms: RouteTerms) => opened(terms),
    slack: (_: RouteAddress, terms: RouteTerms) => opened(terms),
    console: opened,
  },
  showsAll: false,
  dashboard: 'https://spend.example.com',
});
const policy = (...routes: Parameters<typeof aRoute>[0][]) =>
  aPolicy({ timezone: 'Asia/Tokyo', routes: routes.length === 0 ? null : routes.map(aRoute) });

describe('the routes of a run', () => {
  it('are all that are set up where the policy names none, with the console where everything is shown', async () => {
    const names = (showsAll: boolean) =>
      openRoutes(policy(), { ...setup(sns, slack), showsAll }).map(({ route }) => route);
    expect(names(false)).toEqual(['sns', 'slack/research']);
    expect(names(true)).toEqual(['sns', 'slack/research', 'console']);
  });

  it('are those that the policy names, each once, in its time zone, with links to the dashboard', async () => {
    const routes = openRoutes(
      policy({ to: 'sns', from: 'critical' }, { to: 'sns' }, { to: 'console' }),
      setup(sns, slack),
    );
    expect(routes.map(({ route }) => route)).toEqual(['sns', 'console']);
    expect(await routes[0]?.send(aMessage(anIdleNotification()))).toEqual({
      kind: 'delivered',
      note: 'Asia/Tokyo https://spend.example.com',
    });
  });

  it.each([
    [
      'that have no address',
      policy({}, { to: 'sns' }),
      setup(sns),
      'SPENDWATCH_SLACK_URL is not set, and the policy',
    ],
    ['of another name', policy({ name: 'ops' }), setup(slack), 'SPENDWATCH_SLACK_URL_OPS is not set'],
    [
      'that are not available here',
      policy(),
      setup(sns, email),
      'SPENDWATCH_SMTP_URL is not available on AWS',
    ],
    ['none of which is set up', policy(), setup(), 'SPENDWATCH_TOPIC_ARN is not set, and no other route is'],
  ])('%s are a mistake in the settings', (_, rules, world, mistake) => {
    expect(() => checkRoutes(rules, world)).toThrow(SettingsError);
    expect(() => checkRoutes(rules, world)).toThrow(mistake);
  });

  it('that cannot be opened exist all the same and accept nothing, so that announcements wait (invariant 2)', async () => {
    const routes = openRoutes(policy({}, { to: 'sns' }), setup(sns));
    expect(routes.map(({ route }) => route)).toEqual(['slack', 'sns']);
    expect(await routes[0]?.send(aMessage(anIdleNotification()))).toEqual({
      kind: 'unavailable',
      because: expect.stringContaining('SPENDWATCH_SLACK_URL is not set'),
    });
  });

  it('that are set up correctly are no mistake', () => {
    expect(() => checkRoutes(policy({ to: 'sns' }), setup(sns))).not.toThrow();
    expect(() => checkRoutes(policy(), setup(slack))).not.toThrow();
  });

  describe('with links to answers', () => {
    const answers = {
      address: 'https://answers.example.com',
      secret: async () => 'a secret',
      buttons: { slack: null, amazonQ: false },
    };
    const asked = aMessage(anIdleNotification({ incident: 'an incident' }));
    /** The links that each route of a run offers in a message. */
    async function offered(found: AnswerSetup) {
      const urls = new Map<string, readonly string[]>();
      const opener = ({ route, answers: offers }: RouteTerms) => ({
        route,
        hasReceiver: async () => true,
        send: async (message: typeof asked) => {
          const links = message.notifications.flatMap((notice) => offers?.(notice, message) ?? []);
          urls.set(
            route,
            links.map(({ url }) => url),
          );
          return { kind: 'delivered' } as const;
        },
      });
      const openers = {
        sns: (_: RouteAddress, terms: RouteTerms) => opener(terms),
        slack: (_: RouteAddress, terms: RouteTerms) => opener(terms),
        console: opener,
      };
      const routes = openRoutes(policy(), { ...setup(sns, slack), openers, answers: found, showsAll: true });
      const sent = await Promise.all(routes.map((route) => route.send(asked)));
      expect(await routes[0]?.hasReceiver?.(asked)).toBe(true);
      return { urls, sent };
    }

    it('have their own links on each route, and none on the console, which may be a log (invariant 12)', async () => {
      const { urls, sent } = await offered(answers);
      const [ofTopic = [], ofSlack = []] = [urls.get('sns'), urls.get('slack/research')];
      expect(ofTopic).toHaveLength(2);
      expect(ofSlack).toHaveLength(2);
      expect(ofTopic.filter((url) => ofSlack.includes(url))).toEqual([]);
      expect(urls.get('console')).toEqual([]);
      expect(sent).toEqual(sent.map(() => ({ kind: 'delivered' })));
    });

    it('deliver without links and report it where the secret cannot be read (invariant 8)', async () => {
      const secret = async () => {
        throw new TypeError('no such parameter');
      };
      const { urls, sent } = await offered({ ...answers, secret });
      expect([...urls.values()].flat()).toEqual([]);
      expect(sent.slice(0, 2)).toEqual(
        [1, 2].map(() => ({
          kind: 'delivered',
          note: expect.stringContaining('links for answers are missing'),
        })),
      );
    });
  });
});
