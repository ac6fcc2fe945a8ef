/**
 * Ends a process, as SIGTERM would, once its parent has gone. `npm start` needs it: npm passes a signal
 * on to the shell that it has started, and that shell, where it is dash, ends without its child.
 */
const parent = process.ppid;

setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
}, 250).unref();
