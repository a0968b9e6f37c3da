// Shows what is pushed, and leads to the table page. It has no fetch handler: pages never wait for it.
self.addEventListener('push', (event) => {
  const { title = 'Your turn', body = '', url = '/' } = event.data ? event.data.json() : {}
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      tag: 'turns',
      icon: '/static/art/mark-turn.svg',
      data: { url },
    }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const there = new URL(event.notification.data.url, self.location.origin)
  if (there.origin !== self.location.origin) return
  event.waitUntil(
    self.clients.matchAll({ type: 'window' }).then((pages) => {
      const open = pages.find((page) => page.url === there.href)
      return open ? open.focus() : self.clients.openWindow(there.href)
    }),
  )
})
