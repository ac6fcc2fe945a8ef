// Nest asks for empty classes, and for an import that does something.
// oxlint-disable typescript/no-extraneous-class, import/no-unassigned-import
import 'reflect-metadata';
import {
  Body,
  Controller,
  Headers,
  HttpCode,
  HttpException,
  Module,
  Post,
  UnauthorizedException,
  ValidationPipe,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { IsInt, IsOptional, IsString } from 'class-validator';
import express from 'express';
import { answerTo, refusal } from './plants.mjs';

const [, , port, version] = process.argv;

// As TypeScript does with decorators: `decorate(target, name, ...)`.
class NewPlant {}
for (const [name, ...decorators] of [
  ['id', IsInt()],
  ['name', IsString()],
  ['tag', IsOptional(), IsString()],
]) {
  for (const decorator of decorators) decorator(NewPlant.prototype, name);
}

class Plants {
  create(body, headers) {
    if (version === 'first') {
      if (!headers.authorization) throw new UnauthorizedException();
      return { name: body.name, tag: body.tag };
    }
    const [status, answer] = answerTo(typeof body === 'string' ? body : '', headers);
    if (status !== 200) throw new HttpException(answer, status);
    return answer;
  }
}
const place = Object.getOwnPropertyDescriptor(Plants.prototype, 'create');
Post('plants')(Plants.prototype, 'create', place);
HttpCode(200)(Plants.prototype, 'create', place);
Body()(Plants.prototype, 'create', 0);
Headers()(Plants.prototype, 'create', 1);
const types = version === 'first' ? [NewPlant, Object] : [Object, Object];
Reflect.defineMetadata('design:paramtypes', types, Plants.prototype, 'create');
Controller()(Plants);

class App {}
Module({ controllers: [Plants] })(App);

const app = await NestFactory.create(App, { logger: false, bodyParser: version === 'first' });
if (version === 'first') app.useGlobalPipes(new ValidationPipe());
else {
  app.use(express.text({ type: () => true, limit: '20mb' }));
  // Four parameters are what tells Express that it is for errors.
  // oxlint-disable-next-line no-unused-vars
  app.use((error, request, response, next) =>
    response.status(400).json(refusal('unexpected error')),
  );
}
await app.listen(Number(port), '127.0.0.1');
