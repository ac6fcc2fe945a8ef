/** A host as addresses have it: an address of IPv6 stands in brackets. */
export function inAddress(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

/** A host's name of this machine: `localhost`, `*.localhost` (RFC 6761, 6.3), 127.0.0.0/8, ::1. */
export function isLoopback(host: string): boolean {
  return (
    /^(?:[\w-]+\.)*localhost\.?$/i.test(host) ||
    /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host) ||
    /^(?:::1|\[::1\])$/.test(host)
  );
}
