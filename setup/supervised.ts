/**
 * Loaded before a supervised process (`node --require`): when the supervisor is gone, whatever the
 * way, the process ends as if it had been asked to. Nothing is left running without a parent.
 */
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
