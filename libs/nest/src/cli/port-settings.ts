import { join } from 'node:path';
import { readBindAddress } from '../http/bind-address.js';
import type { BindAddress } from '../http/bind-address.js';
import type { CertificateFiles } from '../http/renewed-certificate.js';
import { isSet } from './flags.js';
import type { CommandLine } from './flags.js';
import { SettingMissing } from './run-settings.js';

/** What a process serves beside orders, and where. */
export interface PortSettings {
  readonly probes: BindAddress;
  readonly metrics: BindAddress;
  /** Figures over TLS; plain HTTP without it. */
  readonly metricsCertificate?: CertificateFiles;
}

/** The flags and defaults of the platform's Go providers. @throws BindAddressRefused, SettingMissing */
export function portSettings({ flags }: CommandLine): PortSettings {
  const probes = readBindAddress('health-probe-bind-address', flags.get('health-probe-bind-address') ?? ':8081');
  const metrics = readBindAddress('metrics-bind-address', flags.get('metrics-bind-address') ?? '0');
  return metrics.kind === 'nowhere' ? { probes, metrics } : { probes, metrics, metricsCertificate: certificateFiles(flags) };
}

/** To serve over plain HTTP what was asked for over TLS would be worse than to serve nothing. */
function certificateFiles(flags: CommandLine['flags']): CertificateFiles | undefined {
  if (flags.has('metrics-secure') && !isSet(flags, 'metrics-secure')) return undefined;
  const folder = flags.get('metrics-cert-path');
  if (folder === undefined) throw new SettingMissing('--metrics-cert-path', 'Figures over TLS need a certificate: name the folder with tls.crt and tls.key, or serve them over plain HTTP with --metrics-secure=false.');
  return { cert: join(folder, flags.get('metrics-cert-name') ?? 'tls.crt'), key: join(folder, flags.get('metrics-cert-key') ?? 'tls.key') };
}
