# The kit as an image; docs/ci.md says more:
#   docker build -t plant-store-kit .
#   docker run --rm --init -p 127.0.0.1:4010:4010 plant-store-kit
#   docker run --rm --init -p 127.0.0.1:4010:4010 plant-store-kit proxy https://store.example/api --host 0.0.0.0

FROM node:24-slim AS build
WORKDIR /kit
COPY package.json package-lock.json .npmrc ./
# No install script is needed: the one there is would fetch the Node that this image has.
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts
COPY . .
RUN npm pack --silent && mkdir /app && tar -xzf plant-store-kit-*.tgz --strip-components=1 -C /app

FROM node:24-slim AS dependencies
# The add-ons' packages; `redis` alone is what replicas of a mock need, an empty value leaves all of them out.
ARG ADDONS="@stoplight/prism-http @stoplight/spectral-cli dredd redis"
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Not `npm ci --omit=dev`: it keeps TypeScript and Vite, which are optional peers of msw, too.
# Which version `*` is stands in package-lock.json.
RUN --mount=type=cache,target=/root/.npm \
  npm pkg delete devDependencies peerDependencies && \
  for name in $ADDONS; do npm pkg set "dependencies.$name=*" || exit 1; done && \
  npm install --ignore-scripts

FROM node:24-slim
ENV NODE_ENV=production
# Nobody would read it again: it dies with the container, and writing it holds up each stop.
ENV NODE_DISABLE_COMPILE_CACHE=1
# Dependencies first: they change seldom, and the layer is most of the image.
COPY --from=dependencies /app/node_modules /app/node_modules
COPY --from=build /app /app
RUN ln -s /app/bin/plant-store.js /usr/local/bin/plant-store && install -d -o node -g node /work
WORKDIR /work
USER node
EXPOSE 4010
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:4010/_kit/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["plant-store"]
# Only the container's own address is reachable from outside; publish it on a loopback address.
CMD ["mock", "--host", "0.0.0.0"]
