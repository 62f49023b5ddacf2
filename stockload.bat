@echo off
rem Runs Stockload from its sources: builds it on first use and when the sources are newer than the build.
setlocal disabledelayedexpansion
for %%i in ("%~dp0.") do set "here=%%~fi"
set "built=%here%\build\install\stockload\bin\stockload.bat"
rem What the last build was made from: cmd cannot compare times, but xcopy lists what is newer than its copy.
set "seen=%here%\build\sources"

if not exist "%built%" goto first
set "newer="
for /f "delims=" %%i in ('xcopy /d /e /l /y "%here%\src\main" "%seen%\main\" 2^>nul ^| find "src\main"') do set "newer=yes"
for /f "delims=" %%i in ('xcopy /d /l /y "%here%\*.gradle" "%seen%\" 2^>nul ^| find ".gradle"') do set "newer=yes"
if not defined newer goto start
echo stockload: the sources changed, building 1>&2
goto build
:first
echo stockload: building for the first time, this takes a minute or two 1>&2
:build
if not exist "%seen%" mkdir "%seen%"
call "%here%\gradlew.bat" installDist >"%here%\build\build.log" 2>&1 <nul
if errorlevel 1 goto failed
xcopy /d /e /q /y /i "%here%\src\main" "%seen%\main" >nul
xcopy /d /q /y "%here%\*.gradle" "%seen%\" >nul
:start
rem Without call, so that its exit code is ours.
"%built%" %*
:failed
type "%here%\build\build.log" 1>&2
echo stockload: the build failed, see above; nothing was run 1>&2
exit /b 2
