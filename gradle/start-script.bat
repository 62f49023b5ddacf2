@echo off
rem Starts Stockload with the caller's folder, arguments and JAVA_OPTS, in UTF-8 whatever the code page.
setlocal disabledelayedexpansion
for %%i in ("%~dp0..") do set "home=%%~fi"

set "java=%home%\lib\runtime\bin\java.exe"
if exist "%java%" goto found
if defined JAVA_HOME goto java_home
for %%i in (java.exe) do set "java=%%~$PATH:i"
if defined java goto found
goto missing
:java_home
set "java=%JAVA_HOME:"=%\bin\java.exe"
if exist "%java%" goto found
:missing
echo stockload: no Java was found. Install a JDK 17 or newer, or set JAVA_HOME to one. 1>&2
exit /b 2

:found
rem The archive of loaded classes halves the start, in the folder where it was made; it names the one it stands on.
set "archive="
set "made="
if exist "%home%\lib\archived" set /p made=<"%home%\lib\archived"
if /i "%made%"=="%home%" set archive="-XX:SharedArchiveFile=%home%\lib\stockload.jsa"
set "page="
for /f "tokens=2 delims=:." %%i in ('chcp') do set "page=%%i"
chcp 65001 >nul
rem A command ends before the second compiler of the JVM pays for itself; a host that serves does not.
set "compiler=@OF_COMMANDS@"
if "%~1"=="serve" set "compiler="
rem The class path has no jar by name: a line of cmd ends after 8,191 characters.
"%java%" @JVM_OPTIONS@ %compiler% %JAVA_OPTS% %archive% -cp "%home%\lib\*" @MAIN_CLASS@ %*
set "code=%errorlevel%"
if defined page chcp %page% >nul
exit /b %code%
