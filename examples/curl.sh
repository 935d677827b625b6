#!/usr/bin/env bash
# A buyer with nothing but curl: balance, models, a completion, the same one twice, a stream, the order book.
# Run it from the project's folder, beside a local exchange (`npm start`):  bash examples/curl.sh
# Settings: TOKENBOOK_URL, TOKENBOOK_KEY (default: the demo buyer's), MODEL, MAX_PRICE (USD per 1,000 tokens).
# Deposits are the operator's:  npx tokenbook accounts deposit --help
set -euo pipefail

url="${TOKENBOOK_URL:-http://127.0.0.1:8080}"
credentials="${TOKENBOOK_HOME:-.tokenbook}/credentials.json"
key="${TOKENBOOK_KEY:-$(node -p 'JSON.parse(fs.readFileSync(process.argv[1])).demo.buyer.buyerKey' "$credentials")}"
model="${MODEL:-qwen3-32b}"
max_price="${MAX_PRICE:-0.0003}"

# A refusal is shown with its code and ends the script.
call() { curl --silent --show-error --fail-with-body -H "Authorization: Bearer $key" "$@"; }

# ask <more fields of the body> <more options of curl>...
ask() {
  local fields="$1"
  shift
  call "$url/v1/chat/completions" -H 'Content-Type: application/json' "$@" --data-binary @- <<JSON
{"model": "$model", "max_price": "$max_price", "max_tokens": 64, $fields
 "messages": [{"role": "user", "content": "What does a token cost today?"}]}
JSON
}

echo '== Balance'
call "$url/market/v1/account"

printf '\n\n== Models\n'
call "$url/v1/models"

printf '\n\n== A chat completion: the answer, and the fill beside it\n'
ask ''

# A repeated request with the same key gets the same answer and is charged once: whatever broke in between.
printf '\n\n== The same request twice, with one Idempotency-Key: one fill\n'
once="curl-$(date +%s)-$$-$RANDOM"
for attempt in first second; do
  printf '%s: ' "$attempt"
  ask '' -H "Idempotency-Key: $once" --dump-header - --output /dev/null | tr -d '\r' | grep -i '^x-fill-id'
done

printf '\n== A stream: its last chunk before [DONE] carries the usage and the fill\n'
ask '"stream": true,' --no-buffer

printf '== Balance\n'
call "$url/market/v1/account"

printf '\n\n== The order book, which needs no key\n'
curl --silent --show-error --fail-with-body --get "$url/market/v1/orderbook" --data-urlencode "model_id=$model"
echo
