package main

import (
	"encoding/json"
	"io"
	"math/big"
	"net/http"
	"os"
	"regexp"
	"strings"
	"unicode/utf8"
)

type NewPlant struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
	Tag  string `json:"tag,omitempty"`
}

type Plant struct {
	Name string `json:"name"`
	Tag  string `json:"tag,omitempty"`
}

type Error struct {
	Error   int32  `json:"error"`
	Message string `json:"message"`
}

func answer(w http.ResponseWriter, status int, value any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(value)
}

func first(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("Authorization") == "" {
		answer(w, http.StatusUnauthorized, Error{401, "no token"})
		return
	}
	var plant NewPlant
	if err := json.NewDecoder(r.Body).Decode(&plant); err != nil {
		answer(w, http.StatusBadRequest, Error{400, err.Error()})
		return
	}
	if plant.ID == 0 || plant.Name == "" {
		answer(w, http.StatusBadRequest, Error{400, "id and name are required"})
		return
	}
	answer(w, http.StatusOK, Plant{plant.Name, plant.Tag})
}

var (
	bearer    = regexp.MustCompile(`(?i)^bearer +\S+ *$`)
	mediaType = regexp.MustCompile(`(?i)^application/json\s*(;\s*charset=("utf-8"|utf-8))?\s*$`)
	number    = regexp.MustCompile(`^-?\d+(\.\d+)?([eE][-+]?\d{1,3})?$`)
	escape    = regexp.MustCompile(`\\(u[0-9a-fA-F]{4}|.)`)
	least     = new(big.Rat).SetInt64(-1 << 63)
	most      = new(big.Rat).SetInt64(1<<63 - 1)
)

func isInt64(text string) bool {
	if !number.MatchString(text) {
		return false
	}
	value, ok := new(big.Rat).SetString(text)
	return ok && value.IsInt() && value.Cmp(least) >= 0 && value.Cmp(most) <= 0
}

// Go reads half a character as U+FFFD, and says nothing.
func hasHalves(text []byte) bool {
	after := strings.ReplaceAll(string(escape.ReplaceAllFunc(text, func(one []byte) []byte {
		var value string
		if one[1] != 'u' || json.Unmarshal([]byte(`"`+string(one)+`"`), &value) != nil || value != "\uFFFD" {
			return []byte("x")
		}
		if one[2] == 'd' || one[2] == 'D' {
			if strings.ContainsRune("89abAB", rune(one[3])) {
				return []byte("\x01")
			}
			return []byte("\x02")
		}
		return []byte("x")
	})), "\x01\x02", "x")
	return strings.ContainsAny(after, "\x01\x02")
}

func mended(w http.ResponseWriter, r *http.Request) {
	refuse := func(message string) { answer(w, http.StatusBadRequest, Error{400, message}) }
	if !bearer.MatchString(r.Header.Get("Authorization")) {
		refuse("a bearer token is required")
		return
	}
	if !mediaType.MatchString(r.Header.Get("Content-Type")) {
		refuse("the media type must be application/json")
		return
	}
	text, err := io.ReadAll(r.Body)
	if err != nil || !utf8.Valid(text) || !json.Valid(text) || hasHalves(text) {
		refuse("the body is not JSON")
		return
	}
	var body map[string]json.RawMessage
	if json.Unmarshal(text, &body) != nil || body == nil {
		refuse("the body must be an object")
		return
	}
	if !isInt64(string(body["id"])) {
		refuse("id must be an int64")
		return
	}
	var name, tag *string
	if json.Unmarshal(body["name"], &name) != nil || name == nil {
		refuse("name must be a string")
		return
	}
	if raw, ok := body["tag"]; ok && (json.Unmarshal(raw, &tag) != nil || tag == nil) {
		refuse("tag must be a string")
		return
	}
	plant := map[string]string{"name": *name}
	if tag != nil {
		plant["tag"] = *tag
	}
	answer(w, http.StatusOK, plant)
}

func main() {
	handler := mended
	if os.Args[2] == "first" {
		handler = first
	}
	http.HandleFunc("/plants", func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost {
			w.Header().Set("Allow", "POST")
			answer(w, http.StatusMethodNotAllowed, Error{405, "POST only"})
			return
		}
		handler(w, r)
	})
	http.ListenAndServe("127.0.0.1:"+os.Args[1], nil)
}
