/** The site's JSON API, as the pages' islands use it. */

/** A refusal of the API: a stable code, and a sentence for people. */
export class ApiError extends Error {
  readonly code: string
  readonly args: Record<string, unknown>

  constructor(code: string, args: Record<string, unknown>, message: string) {
    super(message)
    this.code = code
    this.args = args
  }
}

const cookie = (name: string): string => document.cookie.match(`(?:^|; )${name}=([^;]*)`)?.[1] ?? ''

let token = ''
/** The CSRF token that a page was rendered with; without it the cookie's is sent. */
export function setCsrf(value: string | undefined): void {
  token = value ?? ''
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const headers: Record<string, string> = { Accept: 'application/json' }
  if (method !== 'GET') headers['X-CSRFToken'] = token || cookie('csrftoken')
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  const answer = await fetch(`/api/${path}`, { method, headers, body: body === undefined ? null : JSON.stringify(body) })
  const data: unknown = answer.status === 204 ? null : await answer.json().catch(() => null)
  if (answer.ok) return data as T
  const no = (data ?? {}) as { code?: string; args?: Record<string, unknown>; message?: string }
  throw new ApiError(no.code ?? String(answer.status), no.args ?? {}, no.message ?? 'That did not work. Try again.')
}

/** `path` is relative to /api/ ("tables/abc/leave"). All throw ApiError, or TypeError while offline. */
export const api = {
  get: <T>(path: string) => call<T>('GET', path),
  post: <T>(path: string, body: unknown = {}) => call<T>('POST', path, body),
  patch: <T>(path: string, body: unknown) => call<T>('PATCH', path, body),
  delete: <T>(path: string) => call<T>('DELETE', path),
}
