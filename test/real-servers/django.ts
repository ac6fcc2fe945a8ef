import { join } from 'node:path';
import { type Command, type Place, type Recipe, dumpSqlite } from './recipe.ts';

const SETTINGS = `import os

SECRET_KEY = "a-secret-key-of-a-test"
ALLOWED_HOSTS = ["127.0.0.1"]
INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "rest_framework",
    "rest_framework.authtoken",
    "django_filters",
    "drf_spectacular",
    "library",
]
MIDDLEWARE = ["django.middleware.common.CommonMiddleware"]
ROOT_URLCONF = "project.urls"
DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": os.environ["DATABASE"],
        "OPTIONS": {"timeout": 20},
    }
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
USE_TZ = True
REST_FRAMEWORK = {
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.TokenAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_PAGINATION_CLASS": "rest_framework.pagination.PageNumberPagination",
    "PAGE_SIZE": 20,
    "DEFAULT_FILTER_BACKENDS": [
        "django_filters.rest_framework.DjangoFilterBackend",
        "rest_framework.filters.SearchFilter",
        "rest_framework.filters.OrderingFilter",
    ],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
}
SPECTACULAR_SETTINGS = {"TITLE": "Library", "VERSION": "1.0.0"}
`;

const URLS = `from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView
from rest_framework.routers import DefaultRouter

from library import views

router = DefaultRouter()
router.register("authors", views.AuthorViewSet)
router.register("books", views.BookViewSet)
router.register("loans", views.LoanViewSet)
urlpatterns = [
    path("api/", include(router.urls)),
    path("schema/", SpectacularAPIView.as_view(), name="schema"),
]
`;

const WSGI = `import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "project.settings")
application = get_wsgi_application()
`;

const MANAGE = `import os
import sys

from django.core.management import execute_from_command_line

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "project.settings")
execute_from_command_line(sys.argv)
`;

const MODELS = `from django.core.validators import MinValueValidator
from django.db import models


class Author(models.Model):
    name = models.CharField(max_length=100)
    email = models.EmailField(unique=True)
    born = models.DateField(null=True, blank=True)
    biography = models.TextField(blank=True)

    class Meta:
        ordering = ["id"]


class Book(models.Model):
    class Genre(models.TextChoices):
        FICTION = "fiction"
        SCIENCE = "science"
        HISTORY = "history"

    title = models.CharField(max_length=200)
    isbn = models.CharField(max_length=13, unique=True)
    author = models.ForeignKey(Author, related_name="books", on_delete=models.CASCADE)
    genre = models.CharField(max_length=10, choices=Genre.choices, default=Genre.FICTION)
    price = models.DecimalField(max_digits=8, decimal_places=2, validators=[MinValueValidator(0)])
    pages = models.PositiveIntegerField(null=True, blank=True)
    available = models.BooleanField(default=True)
    homepage = models.URLField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]


class Loan(models.Model):
    book = models.ForeignKey(Book, related_name="loans", on_delete=models.CASCADE)
    borrower = models.CharField(max_length=100)
    due = models.DateField()
    returned_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
`;

const SERIALIZERS = `from rest_framework import serializers

from .models import Author, Book, Loan


class AuthorSerializer(serializers.ModelSerializer):
    class Meta:
        model = Author
        fields = ["id", "name", "email", "born", "biography"]


class BookSerializer(serializers.ModelSerializer):
    class Meta:
        model = Book
        fields = "__all__"
        read_only_fields = ["created_at"]


class LoanSerializer(serializers.ModelSerializer):
    class Meta:
        model = Loan
        fields = ["id", "book", "borrower", "due", "returned_at"]
        read_only_fields = ["returned_at"]
`;

const VIEWS = `from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import viewsets
from rest_framework.decorators import action
from rest_framework.response import Response

from .models import Author, Book, Loan
from .serializers import AuthorSerializer, BookSerializer, LoanSerializer


class AuthorViewSet(viewsets.ModelViewSet):
    queryset = Author.objects.all()
    serializer_class = AuthorSerializer
    search_fields = ["name", "email"]
    ordering_fields = ["id", "name"]

    @extend_schema(responses=BookSerializer(many=True))
    @action(detail=True, pagination_class=None, filter_backends=[])
    def books(self, request, pk=None):
        books = self.get_object().books.all()
        return Response(BookSerializer(books, many=True).data)


class BookViewSet(viewsets.ModelViewSet):
    queryset = Book.objects.all()
    serializer_class = BookSerializer
    filterset_fields = ["author", "genre", "available"]
    search_fields = ["title", "isbn"]
    ordering_fields = ["title", "price"]


class LoanViewSet(viewsets.ModelViewSet):
    queryset = Loan.objects.all()
    serializer_class = LoanSerializer
    filterset_fields = ["book"]

    @extend_schema(request=None, responses=LoanSerializer)
    @action(detail=True, methods=["post"], url_path="return", url_name="return")
    def give_back(self, request, pk=None):
        loan = self.get_object()
        loan.returned_at = timezone.now()
        loan.save()
        return Response(self.get_serializer(loan).data)
`;

const SEED = `from django.contrib.auth.models import User
from rest_framework.authtoken.models import Token

from library.models import Author, Book, Loan

user = User.objects.create(username="ci")
Token.objects.create(user=user, key="a-token-of-ci")
author = Author.objects.create(name="Before", email="before@example.com")
book = Book.objects.create(title="Before", isbn="9780000000001", author=author, price="9.99")
Loan.objects.create(book=book, borrower="Before", due="2030-01-01")
`;

/** A library in Django's REST framework, written as its guide has it, with the document of drf-spectacular. */
export const library: Recipe = {
  name: 'drf-library',
  debian: [
    'python3-django',
    'python3-djangorestframework',
    'python3-djangorestframework-spectacular',
    'python3-django-filters',
    'python3-asgiref',
    'python3-sqlparse',
    'python3-tz',
    'python3-inflection',
    'python3-jsonschema',
    'python3-attr',
    'python3-pyrsistent',
    'python3-uritemplate',
    'python3-typing-extensions',
    'python3-yaml',
    'python3-uvicorn',
    'python3-click',
    'python3-colorama',
    'python3-h11',
    'python3-wsproto',
  ],
  files: {
    'manage.py': MANAGE,
    'seed.py': SEED,
    'project/__init__.py': '',
    'project/settings.py': SETTINGS,
    'project/urls.py': URLS,
    'project/wsgi.py': WSGI,
    'library/__init__.py': '',
    'library/models.py': MODELS,
    'library/serializers.py': SERIALIZERS,
    'library/views.py': VIEWS,
  },
  prepare: (place) => [
    python(place, join(place.folder, 'manage.py'), 'migrate', '--run-syncdb'),
    python(
      place,
      '-c',
      `import project.wsgi; exec(open('${join(place.folder, 'seed.py')}').read())`,
    ),
  ],
  start: (place) => {
    const at = ['--host', '127.0.0.1', '--port', String(place.port)];
    return python(place, '-m', 'uvicorn', '--interface', 'wsgi', ...at, 'project.wsgi:application');
  },
  document: '/schema/',
  enter: async () => ({
    env: { TOKEN: 'Token a-token-of-ci' },
    flags: ['--credential', 'tokenAuth=$TOKEN'],
  }),
  dump: ({ data }) => dumpSqlite(join(data, 'db.sqlite3'), ['sqlite_sequence']),
  reading: {
    groups: 8,
    turnedDown: 0,
    words:
      "Written by us, as the guides of the frameworks have it. At first, 3 of 12 would be turned down, 2 told again, and no second book could be created. The judge was mended: amounts, free texts, first pages, and paths that end in a slash. PUT merges. An integer beyond int64 is a 500, and so are JSON of a great depth, a race for one ISBN, and OPTIONS of the document. Numbers become texts, and fractions integers. Filters don't check their values. An empty text is taken where the document has a URI, and comes back. Debatable: that is told as taken and as told, and several causes of a 500 are one, as the server says the same of each.",
  },
};

function python({ folder, data }: Place, ...args: readonly string[]): Command {
  const path = [folder, join(folder, 'usr/lib/python3/dist-packages')].join(':');
  return {
    run: ['/usr/bin/python3', ...args],
    env: { PYTHONPATH: path, DATABASE: join(data, 'db.sqlite3') },
  };
}
