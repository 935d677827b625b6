/** The pages with commands, and where their commands are run. */

/** In an order in which a reader may follow them: what one page leaves behind is there for the next. */
export const PAGES: readonly string[] = [
  'README.md',
  'docs/start.md',
  'docs/guides/get-an-api-key.md',
  'docs/guides/agents.md',
  'docs/guides/sell.md',
  'docs/guides/seller-up.md',
  'docs/guides/buy-ahead.md',
  'docs/guides/test-mode.md',
  'docs/guides/move-from-openrouter.md',
  'docs/guides/move-from-litellm.md',
  'docs/operate/monitoring.md',
  'docs/operate/alerts.md',
  'docs/operate/runbook.md',
  'docs/operate/verify.md',
  'docs/operate/console.md',
  'docs/operate/deploy.md',
  'docs/operate/second-machine.md',
  'docs/operate/load-balancers.md',
  'docs/operate/kubernetes.md',
  'docs/operate/servers.md',
  'docs/operate/scale.md',
  'docs/operate/security.md',
  'docs/operate/upgrade.md',
  'docs/operate/releases.md',
  'docs/operate/threats.md',
  'docs/operate/configuration.md',
  'docs/reference/operator-api.md',
  'examples/README.md',
  // Its commands need everything stopped.
  'docs/operate/backup.md',
];

/** `test/webhooks/guide.test.ts` and `test/clients` run their programs beside an exchange. */
export const RUN_ELSEWHERE: readonly string[] = [
  'docs/guides/clients.md',
  'docs/guides/webhooks.md',
  'docs/quick-starts.md',
];

/** Each with its reason beside the block; a new one is added here, so that the list does not grow unseen. */
export const NOT_RUN: readonly string[] = [
  'docs/operate/monitoring.md: OTEL_EXPORTER_OTLP_ENDPOINT=http://jaeger:4318 docker compose --profile app --profile observability up -d --build',
  "docs/operate/runbook.md: redis-cli -p 6479 info memory | grep -E '^(used_memory|maxmemory)_human'",
  'docs/operate/runbook.md: redis-cli -p 6479 FLUSHALL',
  'docs/operate/runbook.md: rm -r .tokenbook/temporal',
  "docs/operate/runbook.md: db.orders.updateMany({ setAside: { $gt: '' } }, [{ $set: { unrecordedBy: 'operator' } }, { $unset: 'setAside' }]);",
  'docs/operate/runbook.md: temporal workflow terminate --workflow-id "$WORKFLOW_ID" --reason "its task fails"',
  'docs/operate/runbook.md: temporal workflow cancel --workflow-id "$WORKFLOW_ID"',
  'docs/operate/deploy.md: docker compose up -d',
  'docs/operate/deploy.md: npm run --silent secrets > .env',
  'docs/operate/second-machine.md: npm ci',
  'docs/operate/kubernetes.md: npm run --silent secrets > secrets.env',
  'docs/operate/kubernetes.md: CHART=deploy/helm/tokenbook',
  'docs/operate/kubernetes.md: kubectl -n tokenbook rollout restart deployment -l app.kubernetes.io/instance=tokenbook',
  'docs/operate/kubernetes.md: kubectl -n tokenbook port-forward service/tokenbook-operator 8081',
  'docs/operate/servers.md: NAMESPACE=tokenbook.a1b2c',
  'docs/operate/scale.md: npm run --silent bench -- --without-others --json > chat.json',
  'docs/operate/backup.md: BACKUP="backup-$(date +%F)"',
];
