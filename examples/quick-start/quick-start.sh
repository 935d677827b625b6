#!/usr/bin/env bash
# Quick start with curl: the balance, the book, one chat completion, the balance after it.
# Settings: TOKENBOOK_URL, TOKENBOOK_KEY, MODEL.
set -euo pipefail

call() {
  curl --silent --show-error --fail-with-body -H "Authorization: Bearer $TOKENBOOK_KEY" "$@"
  echo
}

call "$TOKENBOOK_URL/market/v1/account"
call "$TOKENBOOK_URL/market/v1/orderbook?model_id=$MODEL"

# The Idempotency-Key makes it safe to send the request again: it is charged once.
call "$TOKENBOOK_URL/v1/chat/completions" \
  -H 'Content-Type: application/json' -H "Idempotency-Key: quick-start-$(date +%s)-$$" \
  -d '{"model":"'"$MODEL"'","max_price":"0.002","messages":[{"role":"user","content":"Hello"}]}'

call "$TOKENBOOK_URL/market/v1/account"
