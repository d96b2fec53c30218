// A browser as far as sessions go: it keeps cookies, and says from which page it asks.
export interface Jar {
  /** As a page of the service asks, unless told otherwise. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Answers the status. */
  signIn(token: string): Promise<number>;
  cookies: Map<string, string>;
  /** As the service set them, the newest last. */
  set: string[];
}

export function cookieJar(url: string): Jar {
  const cookies = new Map<string, string>();
  const set: string[] = [];
  const jar: Jar = {
    cookies,
    set,
    async fetch(path, init = {}) {
      const headers = new Headers(init.headers);
      if (!headers.has('origin') && !headers.has('sec-fetch-site')) headers.set('origin', new URL(url).origin);
      if (cookies.size > 0)
        headers.set('cookie', Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; '));
      const answer = await fetch(url + path, { redirect: 'manual', ...init, headers });
      for (const line of answer.headers.getSetCookie()) {
        set.push(line);
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (line.includes('Max-Age=0')) cookies.delete(name);
        else cookies.set(name, value);
      }
      return answer;
    },
    async signIn(token) {
      const answer = await jar.fetch('/session', { method: 'POST', headers: { authorization: `Bearer ${token}` } });
      await answer.text();
      return answer.status;
    },
  };
  return jar;
}
