# The fake store, and the validating proxy, as an image:
#   docker build -t plant-store-kit .
#   docker run --rm -p 127.0.0.1:4010:4010 plant-store-kit
#   docker run --rm -p 127.0.0.1:4010:4010 plant-store-kit proxy https://store.example/api --host 0.0.0.0

FROM node:24-slim AS pack
WORKDIR /kit
COPY . .
RUN npm ci && npm pack --silent --pack-destination /

FROM node:24-slim AS install
COPY --from=pack /plant-store-kit-*.tgz /
RUN npm install --prefix /app --omit=dev --ignore-scripts --no-audit --no-fund /plant-store-kit-*.tgz

FROM node:24-slim
ENV NODE_ENV=production
COPY --from=install /app /app
RUN ln -s /app/node_modules/.bin/plant-store /usr/local/bin/plant-store
WORKDIR /work
USER node
EXPOSE 4010
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:4010/_kit/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["plant-store"]
# Only the container's own address is reachable from outside; publish it on a loopback address.
CMD ["mock", "--host", "0.0.0.0"]
