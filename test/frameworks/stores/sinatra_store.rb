require 'json'
require 'sinatra/base'

PORT, VERSION = ARGV
BEARER = /\Abearer +\S+ *\z/i
MEDIA_TYPE = /\Aapplication\/json\s*(;\s*charset=("utf-8"|utf-8))?\s*\z/i
INT64 = (-2**63...2**63)

class Store < Sinatra::Base
  set :environment, :production
  set :server, 'puma'
  set :bind, '127.0.0.1'
  set :port, Integer(PORT)
  set :quiet, true
  set :show_exceptions, false

  before { content_type :json }

  helpers do
    def refuse(message)
      halt 400, JSON.generate(error: 400, message: message)
    end

    def plant_in(text)
      refuse 'the body is not JSON' unless text.valid_encoding?
      # The parser takes comments, and any escape.
      bare = text.gsub(/\\(?:u\h{4}|["\\\/bfnrt])/, '')
      refuse 'the body is not JSON' if bare.include?('\\') || bare.gsub(/"[^"]*"/, '').include?('/')
      body = JSON.parse(text)
      refuse 'the body must be an object' unless body.is_a?(Hash)
      id, name, tag = body.values_at('id', 'name', 'tag')
      whole = id.is_a?(Integer) || (id.is_a?(Float) && id.finite? && id == id.floor)
      refuse 'id must be an int64' unless whole && INT64.cover?(id.to_i)
      refuse 'name must be a string' unless name.is_a?(String)
      refuse 'tag must be a string' if body.key?('tag') && !tag.is_a?(String)
      refuse 'half a character is none' unless [name, tag.to_s].all?(&:valid_encoding?)
      body.slice('name', 'tag')
    rescue JSON::ParserError, JSON::NestingError
      refuse 'the body is not JSON'
    end
  end

  if VERSION == 'first'
    post '/plants' do
      halt 401, { error: 401, message: 'no token' }.to_json unless request.env['HTTP_AUTHORIZATION']
      body = JSON.parse(request.body.read)
      unless body['id'] && body['name']
        halt 400, { error: 400, message: 'id and name are required' }.to_json
      end
      { name: body['name'], tag: body['tag'] }.compact.to_json
    end
  else
    post '/plants' do
      refuse 'a bearer token is required' unless BEARER.match?(request.env['HTTP_AUTHORIZATION'].to_s)
      refuse 'the media type must be application/json' unless MEDIA_TYPE.match?(request.content_type.to_s)
      JSON.generate(plant_in(request.body.read.force_encoding('UTF-8')))
    end
  end

  not_found { JSON.generate(error: 404, message: 'nothing is here') }
  error { JSON.generate(error: 500, message: 'unexpected error') }
end

Store.run!
