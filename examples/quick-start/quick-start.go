// Quick start with Go: the balance, the book, one chat completion, the balance after it.
// Settings: TOKENBOOK_URL, TOKENBOOK_KEY, MODEL.
package main

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"net/url"
	"os"
)

func main() {
	model := os.Getenv("MODEL")
	var account struct{ Balance string }
	call("GET", "/market/v1/account", nil, &account)
	fmt.Println("balance", account.Balance, "USD")

	// Prices and amounts are text: parse them with a decimal type, not as float64.
	var book struct{ Asks []struct{ Price string } }
	call("GET", "/market/v1/orderbook?model_id="+url.QueryEscape(model), nil, &book)
	if len(book.Asks) == 0 {
		log.Fatalf("no seller asks for %s", model)
	}
	fmt.Println("best ask", book.Asks[0].Price, "USD per 1,000 tokens")

	var completion struct {
		Choices []struct{ Message struct{ Content string } }
		Fill    struct{ Cost string }
	}
	call("POST", "/v1/chat/completions", map[string]any{
		"model":     model,
		"max_price": "0.002",
		"messages":  []map[string]string{{"role": "user", "content": "Hello"}},
	}, &completion)
	fmt.Println("answer", completion.Choices[0].Message.Content)
	fmt.Println("cost", completion.Fill.Cost, "USD")

	call("GET", "/market/v1/account", nil, &account)
	fmt.Println("balance", account.Balance, "USD")
}

func call(method, path string, body, answer any) {
	content, err := json.Marshal(body)
	check(err)
	request, err := http.NewRequest(method, os.Getenv("TOKENBOOK_URL")+path, bytes.NewReader(content))
	check(err)
	request.Header.Set("Authorization", "Bearer "+os.Getenv("TOKENBOOK_KEY"))
	if body == nil {
		request.Body = http.NoBody
		request.ContentLength = 0
	} else {
		request.Header.Set("Content-Type", "application/json")
		// Makes it safe to send the request again: it is charged once.
		request.Header.Set("Idempotency-Key", rand.Text())
	}
	response, err := http.DefaultClient.Do(request)
	check(err)
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		var refusal struct{ Code, Message string }
		check(json.NewDecoder(response.Body).Decode(&refusal))
		log.Fatalf("%s: %s", refusal.Code, refusal.Message)
	}
	check(json.NewDecoder(response.Body).Decode(answer))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
