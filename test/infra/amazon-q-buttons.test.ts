import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { receiveAmazonQ } from '../../lib/jobs/answer-links/receive-amazon-q.ts';
import { createAnswerLinkSource } from '../../lib/notify/messages/answer-links.ts';
import { amazonQPayload } from '../../lib/routes/amazon-q/amazon-q-payload.ts';
import {
  address,
  announcedLedger,
  announcement,
  ofTrain,
  portsOver,
  secret,
} from '../jobs/answer-links/a-link.ts';
import { wordsIn } from '../jobs/overrides/a-fleet.ts';
import { aMessage } from '../notify/messages/a-message.ts';
import { aStack, resourceIn, variablesOf } from './a-stack.ts';

const settings = {
  answerSecret: '/keys/answer',
  routes: [{ to: 'amazon-q' as const, name: null }],
  amazonQButtons: true,
};
const { template } = aStack(settings);

const Join = z.object({ 'Fn::Join': z.tuple([z.literal(''), z.array(z.unknown())]) });
const stackId =
  'arn:aws:cloudformation:ap-southeast-1:123456789012:stack/Costs/1a2b3c4d-0000-11ee-8000-0123456789ab';

/** Returns a text of the template as it is in the region with the longest name. */
function deployed(text: unknown): string {
  if (typeof text === 'string') return text;
  const joined = Join.safeParse(text);
  if (joined.success) return joined.data['Fn::Join'][1].map(deployed).join('');
  const json = JSON.stringify(text);
  if (json === '{"Ref":"AWS::Region"}') return 'ap-southeast-1';
  if (json.startsWith('{"Fn::Select":[0,{"Fn::Split":["-",'))
    return stackId.split('/')[2]?.split('-')[0] ?? '';
  if (json.startsWith('{"Ref":"SpendwatchAnswerReceiverFunction')) return functionName();
  throw new Error(`cannot read ${json}`);
}

const functionName = (): string =>
  deployed(
    (
      resourceIn(template, 'AWS::Lambda::Function', 'SpendwatchAnswer').properties as {
        FunctionName: unknown;
      }
    ).FunctionName,
  );

const Action = z.object({
  ActionName: z.unknown().transform(deployed),
  Definition: z.strictObject({ CommandText: z.unknown().transform(deployed) }),
  Attachments: z.tuple([
    z.strictObject({
      ButtonText: z.string().max(50),
      NotificationType: z.literal('Custom'),
      Criteria: z.array(
        z.strictObject({ Operator: z.enum(['HAS_VALUE', 'EQUALS']), VariableName: z.string() }),
      ),
      Variables: z.record(z.string(), z.string()),
    }),
  ]),
});
const actionsIn = (from = template) =>
  Object.values(from.findResources('AWS::Chatbot::CustomAction')).map(({ Properties }) =>
    Action.parse(Properties),
  );

/** Amazon Q with these custom actions: returns the buttons of a notification, with the commands that they run. */
function buttonsOn(notification: unknown): Record<string, string> {
  const valueAt = (path: string): unknown =>
    path.split('.').reduce<unknown>(
      (at, name) => {
        return typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined;
      },
      { event: notification },
    );
  return Object.fromEntries(
    actionsIn().flatMap(({ Definition, Attachments: [{ ButtonText, Criteria, Variables }] }) => {
      const values = Object.entries(Variables).map(([name, path]) => [name, valueAt(path)] as const);
      const has = (name: string) =>
        values.some(([known, value]) => known === name && typeof value === 'string');
      if (!Criteria.every(({ VariableName }) => has(VariableName))) return [];
      const command = values.reduce(
        (text, [name, value]) => text.replace(`$${name}`, `${value}`),
        Definition.CommandText,
      );
      return [[ButtonText, command]];
    }),
  );
}

/** The custom notifications that are published: https://docs.aws.amazon.com/chatbot/latest/adminguide/custom-notifs.html */
const Published = z.strictObject({
  version: z.literal('1.0'),
  source: z.literal('custom'),
  content: z.strictObject({
    textType: z.literal('client-markdown'),
    title: z.string(),
    description: z.string(),
    nextSteps: z.array(z.string()),
    keywords: z.array(z.string()),
  }),
  metadata: z.strictObject({
    threadId: z.string(),
    summary: z.string(),
    eventType: z.string(),
    relatedResources: z.array(z.string()),
    additionalContext: z.record(z.string(), z.string()),
  }),
});

const answers = createAnswerLinkSource({
  address,
  secret,
  route: 'amazon-q',
  mayApprove: true,
  keepAtMost: null,
});
const notified = (buttons = true, notices = [ofTrain()]) =>
  Published.parse(
    JSON.parse(
      JSON.stringify(amazonQPayload(aMessage(notices, announcement), { zone: 'UTC', answers, buttons })),
    ),
  );

describe('the buttons of Amazon Q', () => {
  it('run the custom action, which invokes the function and records the answer', async () => {
    const buttons = buttonsOn(notified());
    expect(Object.keys(buttons)).toEqual(['Keep for up to a week', 'Deny']);
    const command = /^lambda invoke --function-name (\S+) --payload (\{\S+\}) --region ap-southeast-1$/;
    const [, name, payload = ''] = command.exec(buttons['Keep for up to a week'] ?? '') ?? [];
    expect(name).toBe(functionName());
    const ledger = await announcedLedger();
    const { ports } = portsOver({ ledger });
    expect(await receiveAmazonQ(ports, JSON.parse(payload))).toContain('is kept until');
    expect(await wordsIn(ledger)).toHaveLength(1);
  });

  it('have commands of at most 100 characters, the limit of the API, in the region with the longest name', () => {
    for (const { ActionName, Definition } of actionsIn()) {
      expect(Definition.CommandText.length).toBeLessThanOrEqual(100);
      expect(ActionName).toMatch(/^spendwatch-[0-9a-f]{12}-[a-z]+$/);
    }
    expect(functionName()).toMatch(/^spendwatch-[0-9a-f]{4}1a2b3c4d$/);
  });

  it('are absent from a message without tokens, and from one about several machines, which has links', () => {
    expect(buttonsOn(notified(false))).toEqual({});
    expect(buttonsOn(notified(true, [ofTrain(), ofTrain()]))).toEqual({});
    expect(notified(true, [ofTrain(), ofTrain()]).content.description).toContain(`${address}/answer/`);
    expect(Object.keys(notified(false).metadata.additionalContext)).toEqual(['severity', 'messageId']);
  });

  it('exist where the settings ask for them, and include approve only where the policy may need it', () => {
    const buttonsIn = (from: typeof template) =>
      actionsIn(from).map(({ Attachments: [{ ButtonText }] }) => ButtonText);
    const always = ['Keep for up to a week', 'Deny', 'Silence for a day'];
    expect(buttonsIn(template)).toEqual(always);
    const elsewhere = aStack({ ...settings, policyLocation: 'ssm:/spendwatch/policy' }).template;
    expect(buttonsIn(elsewhere)).toEqual([...always, 'Approve']);
    const { amazonQButtons: _, ...without } = settings;
    const plain = JSON.stringify(aStack(without).template.toJSON());
    expect(plain).not.toContain('AWS::Chatbot');
    expect(plain).not.toContain('SPENDWATCH_AMAZON_Q_BUTTONS');
  });

  it.each([
    ['without a secret', { ...settings, answerSecret: undefined }],
    ['without a route', { ...settings, routes: [] }],
  ])('are refused %s', (_, overrides) => {
    expect(() => aStack(overrides)).toThrow('needs answerSecret, and a route to amazon-q');
  });

  it('need a policy that permits invoking that one function', () => {
    const { properties } = resourceIn(template, 'AWS::IAM::ManagedPolicy', 'SpendwatchAnswerAmazonQ');
    expect(properties).toMatchObject({
      PolicyDocument: {
        Statement: [
          {
            Effect: 'Allow',
            Action: 'lambda:InvokeFunction',
            Resource: {
              'Fn::GetAtt': [resourceIn(template, 'AWS::Lambda::Function', 'SpendwatchAnswer').name, 'Arn'],
            },
          },
        ],
      },
    });
    for (const leg of ['Act', 'Answer'])
      expect(variablesOf(template, leg)['SPENDWATCH_AMAZON_Q_BUTTONS']).toBe('true');
  });
});
