/** Notices in this browser: the profile's button asks for leave, subscribes, and tells the server. */

const cookie = (name: string): string => document.cookie.match(`(?:^|; )${name}=([^;]*)`)?.[1] ?? ''

const bytes = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0))

const same = (key: ArrayBuffer | null | undefined, wanted: Uint8Array): boolean =>
  key != null && new Uint8Array(key).every((byte, n) => byte === wanted[n])

async function subscribe(key: Uint8Array<ArrayBuffer>): Promise<PushSubscription> {
  const worker = await navigator.serviceWorker.register('/push-worker.js')
  const old = await worker.pushManager.getSubscription()
  if (old && !same(old.options.applicationServerKey, key)) await old.unsubscribe()
  await navigator.serviceWorker.ready
  return worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

async function tell(to: string, subscription: PushSubscription): Promise<void> {
  const headers = { 'Content-Type': 'application/json', 'X-CSRFToken': cookie('csrftoken') }
  const answer = await fetch(to, { method: 'POST', headers, body: JSON.stringify(subscription) })
  if (!answer.ok) throw new Error(String(answer.status))
}

export function pushButton(row: HTMLElement): void {
  const says = row.querySelector<HTMLElement>('[data-push-says]')!
  const button = row.querySelector<HTMLButtonElement>('[data-push-on]')!
  const { push = '', to = '' } = row.dataset
  const show = (text: string, on: boolean): void => {
    says.textContent = text
    button.hidden = !on
  }
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) {
    // On an iPhone only a page that was put on the home screen may.
    show('This browser shows no notices here. On an iPhone, put the site on the home screen first.', false)
    return
  }
  const turnOn = async (): Promise<void> => {
    button.disabled = true
    try {
      if ((await Notification.requestPermission()) !== 'granted') return show('Not allowed. The browser’s settings for this site can change that.', true)
      await tell(to, await subscribe(bytes(push)))
      show('A notice comes when it is your turn.', false)
    } catch {
      show('That did not work. Try again later.', true)
    } finally {
      button.disabled = false
    }
  }
  button.addEventListener('click', () => void turnOn())
  show(Notification.permission === 'denied' ? 'Not allowed. The browser’s settings for this site can change that.' : 'A notice pops up, even while this site is closed.', Notification.permission !== 'denied')
  void navigator.serviceWorker.getRegistration().then(async (worker) => {
    const subscription = await worker?.pushManager?.getSubscription()
    // Told again at each visit: the server may have been told no more, and keys change.
    if (subscription && row.dataset.devices !== '0') {
      await tell(to, subscription)
      show('A notice comes when it is your turn.', false)
    }
  }).catch(() => undefined)
}
