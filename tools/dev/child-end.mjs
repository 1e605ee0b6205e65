/** Hands the signals that end this process on to a child, and resolves to the exit code to end with, that of the signal where one ended it. */
export async function endOf(child) {
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  const [code, signal] = await new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (...how) => resolve(how));
  });
  return code ?? (signal === 'SIGINT' ? 130 : 143);
}
