@echo off
rem Runs Gradle, getting one first where there is none: the pinned distribution if it was unpacked before, else
rem gradle on the PATH, else the pinned distribution from its makers.
setlocal disabledelayedexpansion
for %%i in ("%~dp0.") do set "here=%%~fi"
set "properties=%here%\gradle\wrapper\gradle-wrapper.properties"
for /f "usebackq tokens=1,* delims==" %%a in ("%properties%") do set "%%a=%%b"
set "url=%distributionUrl:\=%"
for %%i in ("%url%") do set "name=%%~ni"
set "name=%name:-bin=%"
if not defined GRADLE_USER_HOME set "GRADLE_USER_HOME=%USERPROFILE%\.gradle"
set "store=%GRADLE_USER_HOME%\stockload"

set "java="
if defined JAVA_HOME goto java_home
for %%i in (java.exe) do set "java=%%~$PATH:i"
if defined java goto find_gradle
goto no_java
:java_home
set "java=%JAVA_HOME:"=%\bin\java.exe"
if exist "%java%" goto find_gradle
:no_java
echo gradlew: no Java was found. Install a JDK 17, or set JAVA_HOME to one. 1>&2
exit /b 1

:find_gradle
set "gradle=%store%\%name%\bin\gradle.bat"
if exist "%gradle%" goto run
set "gradle="
for %%i in (gradle.bat) do set "gradle=%%~$PATH:i"
if defined gradle goto run
for %%i in (gradle.cmd) do set "gradle=%%~$PATH:i"
if defined gradle goto run
for %%i in (gradle.exe) do set "gradle=%%~$PATH:i"
if defined gradle goto run
if not exist "%store%" mkdir "%store%"
"%java%" "%here%\gradle\wrapper\Fetch.java" "%url%" "%distributionSha256Sum%" "%store%"
set "gradle=%store%\%name%\bin\gradle.bat"
if not errorlevel 1 goto run
echo gradlew: Gradle was neither found nor downloaded. Install Gradle 8 or 9 and run this again. 1>&2
exit /b 1

:run
rem Without call, so that its exit code is ours.
"%gradle%" -p "%here%" %*
