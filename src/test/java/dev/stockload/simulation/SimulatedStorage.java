package dev.stockload.simulation;

import org.springframework.jdbc.datasource.AbstractDataSource;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;

/** The way of one process to the database: it can fail, before or after the work was done. */
final class SimulatedStorage extends AbstractDataSource {
    private static final int LOCK_TIMEOUT = 50200;
    private static final int CONCURRENT_UPDATE = 90131;
    private static final Duration LOOK_AGAIN = Duration.ofMillis(200);

    private final SimulatedProcess process;
    private final SimulatedDatabase database;
    private final Faults faults;

    SimulatedStorage(SimulatedProcess process, SimulatedDatabase database, Faults faults) {
        this.process = process;
        this.database = database;
        this.faults = faults;
    }

    @Override
    public Connection getConnection() throws SQLException {
        process.before(Effect.CONNECT);
        if (database.isAway()) {
            throw lost();
        }
        Session session = new Session(database.open());
        process.connected(session.cut);
        return session.proxy();
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        return getConnection();
    }

    private static SQLException lost() {
        return new SQLTransientConnectionException("The connection was lost", "08006");
    }

    private interface Close {
        void run() throws SQLException;
    }

    /** A connection as the process has it. */
    private final class Session implements InvocationHandler {
        private final Connection connection;
        private final Runnable cut = this::cut;
        private boolean open = true;

        Session(Connection connection) {
            this.connection = connection;
        }

        Connection proxy() {
            return (Connection)
                    Proxy.newProxyInstance(
                            Session.class.getClassLoader(),
                            new Class<?>[] {Connection.class},
                            this);
        }

        @Override
        public Object invoke(Object self, Method method, Object[] args) throws Throwable {
            if (process.isDead()) {
                // Even to ask for auto-commit would commit.
                throw new KilledError();
            }
            return switch (method.getName()) {
                case "close" -> close();
                case "isClosed" -> !open;
                case "commit" -> commit();
                case "createStatement" ->
                        statement((Statement) call(usable(), method, args), Statement.class, "");
                case "prepareStatement" ->
                        args.length == 1
                                ? prepared((String) args[0])
                                : statement(
                                        (Statement) call(usable(), method, args),
                                        PreparedStatement.class,
                                        (String) args[0]);
                case "equals" -> self == args[0];
                case "hashCode" -> System.identityHashCode(self);
                case "toString" -> "connection of host " + process.host();
                default -> call(usable(), method, args);
            };
        }

        private Connection usable() throws SQLException {
            if (!isUsable()) {
                throw lost();
            }
            return connection;
        }

        private boolean isUsable() {
            return open && !database.isAway();
        }

        private Object close() {
            if (open) {
                process.disconnected(cut);
                cut();
            }
            return null;
        }

        private void cut() {
            if (open) {
                open = false;
                database.giveBack(connection);
            }
        }

        private void breakOff() {
            process.disconnected(cut);
            cut();
        }

        private Object commit() throws SQLException {
            process.before(Effect.COMMIT);
            usable();
            Optional<Event.StorageFails> fault = faults.failed(process.host(), Effect.COMMIT);
            if (fault.isPresent() && !fault.get().done()) {
                process.note("a commit fails");
                breakOff();
                throw lost();
            }
            connection.commit();
            if (fault.isPresent()) {
                process.note("a commit is done and not confirmed");
                breakOff();
                throw lost();
            }
            process.before(Effect.COMMITTED);
            return null;
        }

        private Object prepared(String sql) throws SQLException {
            PreparedStatement statement = database.prepare(usable(), sql);
            return statement(
                    statement,
                    PreparedStatement.class,
                    sql,
                    new Close() {
                        private boolean closed;

                        @Override
                        public void run() throws SQLException {
                            if (!closed) {
                                closed = true;
                                database.giveBack(connection, sql, statement);
                            }
                        }
                    });
        }

        private Object statement(Statement statement, Class<?> type, String sql) {
            return statement(statement, type, sql, statement::close);
        }

        private Object statement(Statement statement, Class<?> type, String sql, Close close) {
            return Proxy.newProxyInstance(
                    Session.class.getClassLoader(),
                    new Class<?>[] {type},
                    (self, method, args) ->
                            switch (method.getName()) {
                                case "execute", "executeQuery", "executeUpdate", "executeBatch" ->
                                        execute(statement, method, args, sql);
                                case "getConnection" -> proxy();
                                case "close" -> {
                                    if (open) {
                                        close.run();
                                    }
                                    yield null;
                                }
                                case "equals" -> self == args[0];
                                case "hashCode" -> System.identityHashCode(self);
                                case "toString" -> sql;
                                default -> call(statement, method, args);
                            });
        }

        private Object execute(Statement statement, Method method, Object[] args, String sql)
                throws Throwable {
            String text = args == null ? sql : (String) args[0];
            if (text.startsWith("set tcp_keepalives")) {
                return false;
            }
            process.before(Effect.STATEMENT);
            usable();
            Optional<Event.StorageFails> fault = faults.failed(process.host(), Effect.STATEMENT);
            if (fault.isPresent() && !fault.get().done()) {
                process.note("a statement fails: " + brief(text));
                breakOff();
                throw lost();
            }
            Object result = executeWhenFree(statement, method, args);
            if (fault.isPresent()) {
                process.note("a statement is done and not confirmed: " + brief(text));
                breakOff();
                throw lost();
            }
            return result;
        }

        /** Whoever waits for a lock lets others go on, one of whom has it. */
        private Object executeWhenFree(Statement statement, Method method, Object[] args)
                throws Throwable {
            while (true) {
                try {
                    return call(statement, method, args);
                } catch (SQLException e) {
                    int code = e.getErrorCode();
                    if (code != LOCK_TIMEOUT && code != CONCURRENT_UPDATE) {
                        throw e;
                    }
                    process.world().rest(process.world().now() + LOOK_AGAIN.toNanos(), null);
                    process.before(Effect.STATEMENT);
                    usable();
                }
            }
        }
    }

    private static String brief(String sql) {
        String line = sql.strip().replaceAll("\\s+", " ");
        return line.substring(0, Math.min(60, line.length()));
    }

    private static Object call(Object target, Method method, Object[] args) throws Throwable {
        try {
            return method.invoke(target, args);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
