// A server on asio, with its clients on loopback: some are connected and send nothing, some have sent a
// header, and some a request, which waits for a database that never answers. It prints who waits for
// whom, without asio's own coroutines, and its comments name the lines. It ends when its input does.
#include <asio.hpp>
#include <cstdio>
#include <cstdlib>
#include <unistd.h>
#include <vector>

using asio::awaitable;
using asio::use_awaitable;
using asio::ip::tcp;

int waiting[3]; // for a header, a body, the database

struct counted {
  int &n;
  explicit counted(int &n) : n(n) { n++; }
  ~counted() { n--; }
};

awaitable<void> read_header(tcp::socket &s, char *to) {
  counted c(waiting[0]);
  co_await asio::async_read(s, asio::buffer(to, 4), use_awaitable); // read_header
}

awaitable<int> read_body(tcp::socket &s, char *to) {
  counted c(waiting[1]);
  std::size_t n = co_await asio::async_read(s, asio::buffer(to, 4), use_awaitable); // read_body
  co_return int(n);
}

awaitable<void> query(int n) {
  counted c(waiting[2]);
  asio::steady_timer answer(co_await asio::this_coro::executor, std::chrono::hours(1 + n));
  co_await answer.async_wait(use_awaitable); // query
}

awaitable<void> respond(tcp::socket &s, int n) {
  co_await query(n); // respond
  co_await asio::async_write(s, asio::buffer("done", 4), use_awaitable);
}

awaitable<int> request(tcp::socket &s) {
  char data[8];
  co_await read_header(s, data); // request.header
  co_return co_await read_body(s, data + 4); // request.body
}

awaitable<void> session(tcp::socket s) {
  for (;;) {
    int n = co_await request(s); // session.request
    co_await respond(s, n); // session.respond
  }
}

awaitable<void> serve(tcp::acceptor &a) {
  for (;;) {
    tcp::socket s = co_await a.async_accept(use_awaitable); // serve
    asio::co_spawn(a.get_executor(), session(std::move(s)), asio::detached);
  }
}

int main(int, char **argv) {
  int header = std::atoi(argv[1]), body = std::atoi(argv[2]), database = std::atoi(argv[3]);
  asio::io_context io(1);
  tcp::acceptor acceptor(io, tcp::endpoint(asio::ip::address_v4::loopback(), 0));
  asio::co_spawn(io, serve(acceptor), asio::detached);
  std::vector<tcp::socket> clients;
  for (int k = 0; k < header + body + database; k++) {
    clients.emplace_back(io);
    clients.back().connect(acceptor.local_endpoint());
    if (k >= header)
      asio::write(clients.back(), asio::buffer("abcdefgh", k < header + body ? 4 : 8));
    io.poll();
  }
  while (waiting[0] != header || waiting[1] != body || waiting[2] != database)
    io.poll();
  std::printf("serve 1\nsession.request;request.header;read_header %d\n", header);
  std::printf("session.request;request.body;read_body %d\nsession.respond;respond;query %d\nready\n", body, database);
  std::fflush(stdout);
  char c;
  return read(0, &c, 1) > 0;
}
