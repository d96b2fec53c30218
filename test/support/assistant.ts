// An assistant without a model: a client of POST /mcp that sends what it is told, also twice, out of order, and without waiting.
import { createToken } from '../../src/access/index.ts';
import { agentOf, type Limits, type Role } from '../../src/tenancy/index.ts';
import { JWT_SECRET, type Answer, type TestTenant, type World } from './world.ts';

export interface Assistant {
  token: string;
  tokenId: string;
  actor: string;
  /** The whole answer of the route. */
  post(body: unknown, headers?: Record<string, string>): Promise<Response>;
  /** Text of the tool, and whether it is a refusal. */
  call(tool: string, input?: object, language?: string): Promise<{ text: string; isError: boolean; json: Answer }>;
  plan(act: string, input: object): Promise<Answer>;
  confirm(planId: string): Promise<Answer>;
}

export async function newAssistant(
  here: World,
  shop: TestTenant,
  limits: Partial<Limits> | null = {},
  { role = 'admin', userName = 'ana', expiresIn = '1h' }: { role?: Role; userName?: string; expiresIn?: string } = {},
): Promise<Assistant> {
  const all = { agent: 'Claude', acts: ['SELL', 'COLLECT', 'CORRECT', 'BUY', 'STOCK', 'PEOPLE', 'ITEMS'] } as const;
  const wanted = { userName, role, expiresIn, now: here.clock.now(), limits: limits && { ...all, ...limits } };
  const { token, id: tokenId } = await createToken(here.app, shop.tenant, JWT_SECRET, wanted);
  let id = 0;
  const post: Assistant['post'] = (body, headers = {}) =>
    fetch(`${here.url}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${token}`,
        ...headers,
      },
      body: JSON.stringify(body),
    });
  const call: Assistant['call'] = async (name, input = {}, language = 'en') => {
    id += 1;
    const body = { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: input } };
    const response = await post(body, { 'accept-language': language });
    const raw = await response.text();
    const answer = JSON.parse(/^data: (.+)$/m.exec(raw)?.[1] ?? raw);
    if (!answer.result) throw new Error(`${response.status} ${raw.slice(0, 500)}`);
    const { text } = answer.result.content[0];
    return { text, isError: answer.result.isError === true, json: JSON.parse(text) };
  };
  const must = async (tool: string, input: object): Promise<Answer> => {
    const { isError, json, text } = await call(tool, input);
    if (isError) throw new Error(text);
    return json;
  };
  return {
    ...{ token, tokenId, post, call, actor: agentOf(wanted.limits?.agent ?? 'assistant', userName) },
    plan: (act, input) => must('plan', { act, arguments: input }),
    confirm: (planId) => must('confirm', { planId }),
  };
}
