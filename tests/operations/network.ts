import { execFileSync } from 'node:child_process';
import { endAfterwards } from './processes.ts';

/** Whether packets can be dropped here: by root, with nftables. */
export const CAN_CUT = canCut();

function canCut(): boolean {
  try {
    execFileSync('nft', ['list', 'tables'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Drops every packet from and to these ports of this machine, as a cut cable does: no side is told. Returns what ends it. */
export function cutPorts(ports: readonly number[]): () => void {
  const table = `halaman_${ports[0]}`;
  const set = `{ ${ports.join(', ')} }`;
  const rules = `table inet ${table} {
    chain cut {
      type filter hook input priority 0;
      tcp dport ${set} drop
      tcp sport ${set} drop
    }
  }`;
  execFileSync('nft', ['-f', '-'], { input: rules });
  let isCut = true;
  const restore = () => {
    if (isCut) execFileSync('nft', ['delete', 'table', 'inet', table]);
    isCut = false;
  };
  endAfterwards(restore);
  return restore;
}
