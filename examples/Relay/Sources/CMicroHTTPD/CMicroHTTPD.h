#pragma once
#include <microhttpd.h>

/* Swift cannot call functions with a variable number of arguments: these two call them with the types that the options require. */

struct relay_daemon_options {
    int socket;
    unsigned int threads;
    unsigned int connections;
    unsigned int idle_seconds;
    size_t connection_memory;
    MHD_AccessHandlerCallback handler;
    void *(*began)(void *context, const char *uri, struct MHD_Connection *connection);
    MHD_RequestCompletedCallback ended;
    void *context;
};

/* Starts the threads of a daemon that owns the listening socket from now on; NULL if they cannot be started.
   They use poll: with epoll, the library may not notice that a client has ended. */
static inline struct MHD_Daemon *relay_start_daemon(const struct relay_daemon_options *options) {
    return MHD_start_daemon(
        MHD_USE_POLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, options->handler, options->context,
        MHD_OPTION_LISTEN_SOCKET, (MHD_socket)options->socket,
        MHD_OPTION_THREAD_POOL_SIZE, options->threads,
        MHD_OPTION_CONNECTION_LIMIT, options->connections,
        MHD_OPTION_CONNECTION_TIMEOUT, options->idle_seconds,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, options->connection_memory,
        MHD_OPTION_URI_LOG_CALLBACK, options->began, options->context,
        MHD_OPTION_NOTIFY_COMPLETED, options->ended, options->context,
        MHD_OPTION_END);
}

/* The socket of a connection, which is open until the request that uses it has ended. */
static inline int relay_connection_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? (int)info->connect_fd : -1;
}
