<?php
// Started by `php -S`; which version it is stands in the environment.

function answer(int $status, array $body): void
{
    http_response_code($status);
    header('Content-Type: application/json');
    echo json_encode($body, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES);
}

function refuse(string $message): void
{
    answer(400, ['error' => 400, 'message' => $message]);
}

function first(array $headers, string $text): void
{
    if (empty($headers['authorization'])) {
        answer(401, ['error' => 401, 'message' => 'no token']);
        return;
    }
    $body = json_decode($text, true);
    if (empty($body['id']) || empty($body['name'])) {
        refuse('id and name are required');
        return;
    }
    answer(200, ['name' => $body['name'], 'tag' => $body['tag'] ?? null]);
}

function mended(array $headers, string $text): void
{
    if (!preg_match('/^bearer +\S+ *$/i', $headers['authorization'] ?? '')) {
        refuse('a bearer token is required');
        return;
    }
    $type = '/^application\/json\s*(;\s*charset=("utf-8"|utf-8))?\s*$/i';
    if (!preg_match($type, $headers['content-type'] ?? '')) {
        refuse('the media type must be application/json');
        return;
    }
    $body = json_decode($text);
    if (json_last_error() !== JSON_ERROR_NONE || !$body instanceof stdClass) {
        refuse('the body must be an object');
        return;
    }
    $id = $body->id ?? null;
    // What is beyond int64 is read as a float.
    $isWhole = is_int($id) || (is_float($id) && $id === floor($id) && abs($id) < 2 ** 63);
    if (!$isWhole) {
        refuse('id must be an int64');
        return;
    }
    if (!is_string($body->name ?? null)) {
        refuse('name must be a string');
        return;
    }
    if (property_exists($body, 'tag') && !is_string($body->tag)) {
        refuse('tag must be a string');
        return;
    }
    $plant = ['name' => $body->name];
    if (property_exists($body, 'tag')) {
        $plant['tag'] = $body->tag;
    }
    answer(200, $plant);
}

if (parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH) !== '/plants') {
    answer(404, ['error' => 404, 'message' => 'nothing is here']);
} elseif ($_SERVER['REQUEST_METHOD'] !== 'POST') {
    header('Allow: POST');
    answer(405, ['error' => 405, 'message' => 'POST only']);
} else {
    $headers = array_change_key_case(getallheaders());
    getenv('VERSION') === 'first'
        ? first($headers, file_get_contents('php://input'))
        : mended($headers, file_get_contents('php://input'));
}
